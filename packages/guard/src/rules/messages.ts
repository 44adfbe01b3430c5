/**
 * Chat, telephony and mail.
 *
 * @module
 */

import type { Family } from "../Family.ts"

const strong = true
const anyCase = true

const hexDigits = Array.from("0123456789abcdefABCDEF")

const slack: Family = {
  name: "slack",
  tokens: [
    { id: "slack-bot-token", shape: "xoxb-<c20+>", strong, minEntropy: 2500 },
    {
      id: "slack-user-token",
      shape: ["xoxp-<c24+>", "xoxe-<c24+>", "xoxo-<c20+>", "xoxs-<c20+>", "xoxc-<c24+>"],
      strong,
      minEntropy: 2000,
    },
    { id: "slack-workspace-token", shape: ["xoxa-<c8+>", "xoxr-<c8+>"], strong, minEntropy: 2500 },
    {
      id: "slack-rotating-token",
      shape: ["xoxe.xoxb-<c40+>", "xoxe.xoxp-<c40+>"],
      strong,
      anyCase,
    },
    { id: "slack-session-cookie", shape: "xoxd-<P60+>", strong, minEntropy: 3000 },
    { id: "slack-app-token", shape: "xapp-<D1>-<c8+>", strong, anyCase, minEntropy: 2000 },
    {
      id: "slack-webhook",
      shape: [
        "hooks.slack.com/services/<E40+>",
        "hooks.slack.com/workflows/<E40+>",
        "hooks.slack.com/triggers/<E40+>",
      ],
      strong,
      anyCase,
    },
  ],
}

const chat: Family = {
  name: "chat",
  tokens: [
    { id: "telegram-bot-token", shape: "<D5-16>:AA<W33>", minEntropy: 3500 },
    {
      id: "discord-webhook",
      shape: [
        "discord.com/api/webhooks/<D16-20>/<W60+>",
        "discordapp.com/api/webhooks/<D16-20>/<W60+>",
      ],
      strong,
      anyCase,
    },
    { id: "twilio-key", shape: hexDigits.map((digit) => `SK${digit}<x31>`), minEntropy: 3000 },
    { id: "matrix-token", shape: ["syt_<A8-80>_<A20>_<A6>", "MDAxO<E120+>"], minEntropy: 3500 },
    { id: "lichess-token", shape: "lip_<A20-60>", minEntropy: 3300 },
  ],
  assigned: [
    {
      id: "discord-secret",
      names: ["discord"],
      value: ["<x64>", "<g32>", "<D18>"],
      minEntropy: 2000,
    },
    { id: "telegram-key", names: ["telegr"], value: "<D5-16>:A<W34>", minEntropy: 3000 },
    { id: "gitter-token", names: ["gitter"], value: "<W40>", minEntropy: 2500 },
    { id: "mattermost-token", names: ["mattermost"], value: "<A26>", minEntropy: 2500 },
    {
      id: "messagebird-key",
      names: ["messagebird", "message_bird", "message-bird"],
      value: ["<A25>", "<uuid>"],
      minEntropy: 2500,
    },
    { id: "sendbird-key", names: ["sendbird"], value: ["<x40>", "<uuid>"], minEntropy: 2500 },
    { id: "twitch-token", names: ["twitch"], value: "<A30>", minEntropy: 3000 },
    { id: "twilio-auth-token", names: ["twilio"], value: "<x32>", minEntropy: 3000 },
    { id: "plivo-token", names: ["plivo"], value: "<W40>", minEntropy: 3000 },
    { id: "telnyx-key", names: ["telnyx"], value: "KEY<W55>" },
    { id: "lark-secret", names: ["lark", "feishu"], value: "<A32>", minEntropy: 3000 },
  ],
}

const mail: Family = {
  name: "mail",
  tokens: [
    { id: "sendgrid-key", shape: "SG.<W20-24>.<W39+>", strong, minEntropy: 3000 },
    { id: "sendinblue-key", shape: "xkeysib-<x64>-<A16+>", strong },
    { id: "mailgun-key", shape: ["key-<x32>", "pubkey-<x32>"], minEntropy: 3000 },
    { id: "mailchimp-key", shape: "<x32>-us<D1-2>", minEntropy: 3000 },
    { id: "mailersend-key", shape: "mlsn.<A30+>", strong, minEntropy: 3300 },
    { id: "resend-key", shape: "re_<A8>_<A24>", minEntropy: 3500 },
    { id: "notify-key", shape: "gcntfy-<W40+>", minEntropy: 3300 },
    { id: "onesignal-key", shape: ["os_v2_app_<s100+>", "os_v2_org_<s100+>"], strong },
  ],
  assigned: [
    {
      id: "mailgun-signing-key",
      names: ["mailgun"],
      value: ["<A32>-<A8>-<A8>", "key-<A32>", "pubkey-<A32>"],
      minEntropy: 2500,
    },
    {
      id: "mailchimp-name",
      names: ["mailchimp", "mailchimpsdk.initialize"],
      value: "<x32>-us<D2>",
    },
    { id: "mailjet-secret", names: ["mailjet"], value: "<x32>", minEntropy: 3000 },
    { id: "postmark-token", names: ["postmark"], value: "<uuid>" },
    { id: "klaviyo-key", names: ["klaviyo"], value: "pk_<A34>" },
  ],
}

/** Slack, other chats and telephony, mail delivery. */
export const messageFamilies: ReadonlyArray<Family> = [slack, chat, mail]
