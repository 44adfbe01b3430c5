/**
 * Samples for what has a form but no fixed shape, by the id of the structure.
 *
 * @module
 */

import type { Sample } from "./Sample.ts"

/** By the id of the structure. */
export const furtherStructures: { readonly [rule: string]: Sample } = {
  "pem-private-key":
    "-----BEGIN OPENSSH PRIVATE KEY-----\n<B70>\n-----END OPENSSH PRIVATE KEY-----",
  "putty-private-key": "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n<B64>\n",
  "json-web-token": "eyJ<A33>.eyJ<A60>.<W43>",
  "database-url": [
    "postgres://gate:<A14>@db.acme.internal:5432/app",
    "mongodb+srv://gate:<A14>@cluster0.acme.mongodb.net/app",
    "redis://:<A20>@cache.acme.internal:6379/0",
  ],
  "url-password": "https://ana:<A14>@git.acme.internal/acme/gate.git",
  "auth-header": ["Authorization: Bearer <A32>", "Authorization: Basic <B28>", "X-Api-Key: <A24>"],
  "bearer-token": "the call used Bearer <A40> and failed",
  "curl-user": "curl -u ana:<A14> https://api.acme.internal/v1",
  "kubernetes-secret": "kind: Secret\ndata:\n  token: <B32>\n",
  "nuget-password": '<add key="Password" value="<A16>" />',
  "assigned-password": [
    "PASSWORD=<A14>",
    "the admin password is <A14>",
    '{"password":"<A14>"}',
    "psql --password <A14>",
    "пароль: <A14>",
    "密码：<A14>",
    "パスワードは<A14>",
    "비밀번호: <A14>",
    "contraseña: <A14>",
    "mot de passe : <A14>",
    "كلمة المرور: <A14>",
    "पासवर्ड: <A14>",
  ],
  "assigned-secret": ["SESSION_SECRET=<A32>", "token: <h40>", "here is the api key: <A32>"],
  "loosely-assigned-secret": "key: <A32>",
  "discord-bot-token": "MTA<A21>.<A6>.<W38>",
  "vault-legacy-token": "s.<A24>",
  "facebook-app-token": "<D15>|<W30>",
  "twitter-bearer-token": "the bearer is AAAAAAAAAAAAAAAAAAAAAA<A40>%2F<A20>%3D<A30>",
}
