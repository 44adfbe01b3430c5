/**
 * The words that announce a secret in an assignment or a sentence, in the languages the guard reads.
 *
 * @module
 */

/** Names of a password. A value after one of them needs eight characters and a digit or a symbol. */
export const passwordWords: ReadonlyArray<string> = [
  "password",
  "passwd",
  "passwort",
  "passphrase",
  "passcode",
  "passwrd",
  "pwd",
  "pword",
  "kennwort",
  "wachtwoord",
  "contraseña",
  "mot de passe",
  "mdp",
  "senha",
  "palavra-passe",
  "parola",
  "hasło",
  "heslo",
  "lösenord",
  "salasana",
  "jelszó",
  "şifre",
  "adgangskode",
  "passord",
  "пароль",
  "密码",
  "密碼",
  "口令",
  "パスワード",
  "비밀번호",
  "암호",
  "पासवर्ड",
  "كلمة المرور",
  "كلمة السر",
  "סיסמה",
  "รหัสผ่าน",
  "mật khẩu",
]

/** Names of a machine-made secret. A value after one of them must look random. */
export const secretWords: ReadonlyArray<string> = [
  "secret",
  "token",
  "credential",
  "creds",
  "apikey",
  "api key",
  "api-key",
  "api_key",
  "access key",
  "access-key",
  "access_key",
  "accesskey",
  "private key",
  "private-key",
  "private_key",
  "privatekey",
  "encryption key",
  "encryption_key",
  "encryptionkey",
  "signing key",
  "signing_key",
  "signingkey",
  "master key",
  "master_key",
  "masterkey",
  "license key",
  "license_key",
  "auth key",
  "auth_key",
  "authkey",
  "ключ api",
  "секрет",
  "токен",
  "密钥",
  "密鑰",
  "令牌",
  "トークン",
  "シークレット",
  "토큰",
]

/** Names too common to mean much alone: a value after one of them must look random beyond doubt. */
export const looseWords: ReadonlyArray<string> = ["key", "auth", "access", "api"]

/** Words that stand between a name and its value in a sentence only when nothing else does: "set the password to …". */
export const directions: ReadonlyArray<string> = ["to", "auf", "en", "a", "на"]

/** Words that stand between a name and its value in a sentence. */
export const copulas: ReadonlyArray<string> = [
  "is",
  "was",
  "are",
  "ist",
  "lautet",
  "est",
  "es",
  "é",
  "это",
  "是",
  "为",
  "為",
  "は",
]
