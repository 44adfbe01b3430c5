/**
 * Words that turn the name of a secret into the name of something else: `token_type`, `password policy`,
 * `nextPageToken`.
 *
 * @module
 */

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** After the name: `token count`, `secretPath`, `password_hash`. */
export const harmlessAfter: ReadonlySet<string> = set(
  "id ids uid uuid guid name names path paths file files filename folder dir directory url urls uri host hosts port " +
    "type types kind class count counts len length size sizes bits bytes hash hashes hashing digest fingerprint " +
    "checksum version versions ref refs reference references label labels title policy policies rotation rotated " +
    "manager managers field fields column columns index usage limit limits budget expiry expires expired expiration " +
    "ttl lifetime age date time timestamp changed updated created reset resets email mail username user owner status " +
    "state algorithm algo alg method methods mode scheme format prefix suffix pattern regex rule rules strength " +
    "requirements requirement minimum min max maximum takeaways takeaway point points finding findings result " +
    "results question questions answer word words phrase idea ingredient sauce santa garden meeting talk hint hints " +
    "placeholder example examples docs doc documentation provider providers factory store service endpoint scope " +
    "scopes claims claim issuer audience env variable var vars variables parameter param params header headers " +
    "is-valid valid required optional enabled disabled prompt input form page screen button link bucket arn alias " +
    "design map table set list array object code codes binding combo shortcut signature change changes support " +
    "encoding decode encode encoded validator validation error errors generator management management",
)

/** Before the name: `public key`, `next page token`. */
export const harmlessBefore: ReadonlySet<string> = set(
  "public pub publishable next page previous prev continuation pagination cursor sync resume cancel cancellation " +
    "primary foreign partition sort row cache map hash idempotency dedupe object storage lookup composite unique " +
    "index arrow hot short signing-public design lexer parser syntax bad unexpected invalid no without memory " +
    "did urn websocket socket nonce translation i18n legend answer piano musical major minor hot translation reference change",
)

/** In the name of a vendor's value: what follows identifies something and opens nothing. */
export const identifyingWords: ReadonlySet<string> = set(
  "id ids uuid guid commit sha md5 hash digest checksum etag revision rev release build image fingerprint trace " +
    "span request deploy deployment workspace site portal tenant project organization organisation issue ticket",
)
