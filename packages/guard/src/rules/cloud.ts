/**
 * Clouds, hosting and networks.
 *
 * @module
 */

import type { Family } from "../Family.ts"
import { endsInCrcBase62 } from "../internal/checksums.ts"

const strong = true
const anyCase = true

const aws: Family = {
  name: "aws",
  tokens: [
    {
      id: "aws-access-key",
      shape: ["AKIA<S16>", "ASIA<S16>", "ABIA<S16>", "ACCA<S16>"],
      minEntropy: 2700,
    },
    { id: "aws-access-key-legacy", shape: "A3T<U1><S16>", minEntropy: 3000 },
    { id: "aws-access-key-small", shape: ["akia<s16>", "asia<s16>"], minEntropy: 2700 },
    { id: "aws-bedrock-key", shape: "ABSK<B109+>", strong, minEntropy: 3000 },
    { id: "aws-bedrock-short", shape: "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t", strong },
    { id: "aws-signed-url", shape: "X-Amz-Signature=<x64+>", strong, anyCase },
    { id: "aws-session-token", shape: ["FwoGZXIvYXdz<E100+>", "IQoJb3JpZ2lu<E100+>"], strong },
  ],
  assigned: [
    {
      id: "aws-secret-key",
      names: ["aws", "secret_access_key", "secretaccesskey", "secret access key", "aws_secret"],
      value: "<B40>",
      minEntropy: 4000,
    },
  ],
}

const google: Family = {
  name: "google-cloud",
  tokens: [
    { id: "google-api-key", shape: "AIza<W35>", minEntropy: 3500 },
    { id: "google-client-secret", shape: "GOCSPX-<W28+>", strong },
    { id: "google-access-token", shape: "ya29.<W24+>", strong, minEntropy: 3000 },
    { id: "google-refresh-token", shape: "1//0<W40-120>", minEntropy: 3500 },
    { id: "google-gemini-key", shape: "AQ.Ab8RN6<W44+>", strong },
    { id: "google-signed-url", shape: "X-Goog-Signature=<x128+>", strong, anyCase },
  ],
}

const azure: Family = {
  name: "azure",
  tokens: [
    {
      id: "azure-client-secret",
      shape: Array.from("0123456789", (digit) => `<T3>${digit}Q~<T31-34>`),
      minEntropy: 3000,
    },
    { id: "azure-account-key", shape: "AccountKey=<B86+>", strong, anyCase },
    { id: "azure-shared-access-key", shape: "SharedAccessKey=<B40+>", strong, anyCase },
    { id: "azure-app-configuration", shape: ";Secret=<B36+>", anyCase },
    { id: "azure-shared-signature", shape: ["&sig=<P43+>", "?sig=<P43+>"], minEntropy: 4000 },
    { id: "azure-function-key", shape: ["?code=<P50+>", "&code=<P50+>"], minEntropy: 4000 },
    { id: "azure-storage-shape", shape: "<B76>+ASt<B6>==" },
    { id: "azure-devops-token", shape: "<A76>AZDO<A4>" },
    {
      id: "teams-webhook",
      shape: "webhook.office.com/webhookb2/<c36>@<c36>/IncomingWebhook/<A32+>",
      strong,
      anyCase,
    },
  ],
  assigned: [
    {
      id: "azure-storage-key",
      names: ["azure_storage", "azure storage", "account_key", "accountkey"],
      value: "<B86>==",
    },
  ],
}

const digitalocean: Family = {
  name: "digitalocean",
  tokens: [
    {
      id: "digitalocean-token",
      shape: ["dop_v1_<x64+>", "doo_v1_<x64+>", "dor_v1_<x64+>"],
      strong,
      anyCase,
    },
  ],
}

const alibabaYandex: Family = {
  name: "alibaba-yandex",
  tokens: [
    { id: "alibaba-access-key", shape: "LTAI<A16-24>", minEntropy: 3000 },
    { id: "alibaba-session-key", shape: "STS.<A16-64>", minEntropy: 3300 },
    { id: "alibaba-session-token", shape: "CAIS<E60-1000>", minEntropy: 4500 },
    { id: "yandex-iam-token", shape: "t1.<g10-200>.<g86+>", minEntropy: 3500 },
    { id: "yandex-api-key", shape: "AQVN<W35-38>", minEntropy: 3500 },
  ],
  assigned: [
    { id: "alibaba-secret-key", names: ["alibaba", "aliyun"], value: "<A30>", minEntropy: 2500 },
    {
      id: "yandex-static-key",
      names: ["yandex"],
      value: ["YC<W38>", "AQVN<W35-38>", "<W40>", "t1.<g10-200>.<g86-88>"],
      minEntropy: 3000,
    },
  ],
}

const hosting: Family = {
  name: "hosting",
  tokens: [
    { id: "heroku-token", shape: "HRKU-AA<W58+>", strong },
    {
      id: "fly-token",
      shape: ["fo1_<W43+>", "fm1r_<B100+>", "fm1a_<B100+>", "fm2_<B100+>"],
      strong,
    },
    { id: "scalingo-token", shape: "tk-us-<W48+>", strong },
    { id: "openshift-token", shape: "sha256~<W43>", minEntropy: 3500 },
    {
      id: "planetscale-token",
      shape: ["pscale_tkn_<G32+>", "pscale_oauth_<G32+>", "pscale_pw_<G32+>"],
      strong,
      anyCase,
    },
    { id: "supabase-token", shape: ["sbp_<W40+>", "sb_secret_<W31+>"], strong },
    {
      id: "vercel-token",
      shape: ["vcp_<W56+>", "vca_<W56+>", "vci_<W56+>", "vcr_<W56+>"],
      strong,
      checksum: { length: [60, 60], verify: endsInCrcBase62(4, 50), role: "confirms" },
    },
    { id: "netlify-token", shape: "nfp_<A36+>", strong },
    { id: "neon-key", shape: "napi_<A64+>", strong },
    { id: "render-key", shape: "rnd_<A28-40>", minEntropy: 3500 },
    { id: "deno-token", shape: "ddp_<A36+>", strong },
    { id: "upcloud-token", shape: "ucat_<A24+>", strong, minEntropy: 3000 },
    { id: "ionic-token", shape: "ion_<A42>", minEntropy: 3500 },
    { id: "exoscale-key", shape: "EXO<A24-30>", minEntropy: 3800 },
    { id: "docker-swarm-token", shape: ["SWMTKN-1-<a50-60>-<a24+>", "SWMKEY-1-<B40+>"], strong },
  ],
  assigned: [
    { id: "heroku-key", names: ["heroku"], value: "<uuid>" },
    { id: "netlify-key", names: ["netlify"], value: "<g40-46>", minEntropy: 3000 },
    { id: "vercel-key", names: ["vercel"], value: "<A24>", minEntropy: 3500 },
    { id: "scaleway-key", names: ["scaleway", "scw_secret_key", "scw_secret"], value: "<uuid>" },
    { id: "civo-key", names: ["civo"], value: "<A50>", minEntropy: 3000 },
    { id: "ovh-secret", names: ["ovh_application_secret", "ovh_consumer_key"], value: "<A32>" },
    {
      id: "ibm-cloud-key",
      names: ["ibmcloud", "ibm_cloud", "ibm cloud"],
      value: "<W42-44>",
      minEntropy: 3500,
    },
  ],
}

const network: Family = {
  name: "network",
  tokens: [
    { id: "cloudflare-origin-ca", shape: "v1.0-<x24>-<x146+>", strong },
    { id: "defined-networking", shape: "dnkey-<g26>-<g52+>", strong },
    { id: "tailscale-key", shape: ["tskey-<c16+>"], strong, minEntropy: 3000 },
  ],
  assigned: [
    {
      id: "cloudflare-key",
      names: ["cloudflare", "cf_api"],
      value: ["<W40>", "<x37>"],
      minEntropy: 2500,
    },
    { id: "fastly-token", names: ["fastly"], value: "<g32>", minEntropy: 2500 },
    { id: "meraki-key", names: ["meraki"], value: "<x40>", minEntropy: 3000 },
    { id: "ngrok-key", names: ["ngrok"], value: "<A27>_<A21>" },
  ],
}

/** AWS, Google, Azure, DigitalOcean, Alibaba and Yandex, hosting platforms, networks. */
export const cloudFamilies: ReadonlyArray<Family> = [
  aws,
  google,
  azure,
  digitalocean,
  alibabaYandex,
  hosting,
  network,
]
