/**
 * Observability, identity and data platforms.
 *
 * @module
 */

import type { Family } from "../Family.ts"
import { endsInCrcHex } from "../internal/checksums.ts"

const strong = true
const anyCase = true

const observability: Family = {
  name: "observability",
  tokens: [
    {
      id: "new-relic-key",
      shape: ["NRAK-<A27>", "NRII-<W32>", "NRJS-<x19>"],
      anyCase,
      minEntropy: 2500,
    },
    { id: "sentry-token", shape: ["sntryu_<x64+>", "sntrys_eyJ<E40+>"], strong, minEntropy: 3000 },
    { id: "grafana-cloud-token", shape: "glc_<E32+>", strong, anyCase, minEntropy: 3000 },
    {
      id: "grafana-service-token",
      shape: "glsa_<A32>_<x8+>",
      strong,
      anyCase,
      minEntropy: 3000,
      checksum: { length: [46, 46], verify: endsInCrcHex, role: "confirms" },
    },
    {
      id: "dynatrace-token",
      shape: ["dt0c01.<A24>.<A64+>", "dt0s01.<A8>.<A64+>"],
      strong,
      minEntropy: 3500,
    },
    { id: "posthog-key", shape: ["phx_<W41+>", "phc_<W41+>"], strong, minEntropy: 3500 },
    { id: "rootly-key", shape: "rootly_<x64+>", strong },
    { id: "thunderstore-token", shape: "tss_<W20-80>", minEntropy: 3500 },
    { id: "statsig-key", shape: "secret-<A43>", minEntropy: 3500 },
  ],
  assigned: [
    {
      id: "datadog-key",
      names: ["datadog", "dd_api_key", "dd_app_key"],
      value: ["<A40>", "<A32>"],
      minEntropy: 2500,
    },
    {
      id: "new-relic-assigned",
      names: ["newrelic", "new_relic", "new-relic", "new relic"],
      value: ["<A64>", "NRJS-<x19>", "<x40>"],
      minEntropy: 2500,
    },
    { id: "sentry-key", names: ["sentry"], value: "<x64>", minEntropy: 3000 },
    { id: "sumologic-key", names: ["sumo"], value: ["su<A12>", "<A64>"], minEntropy: 2800 },
    { id: "honeycomb-key", names: ["honeycomb"], value: ["<x32>", "<A22>"], minEntropy: 3000 },
    { id: "amplitude-secret", names: ["amplitude"], value: "<x32>", minEntropy: 3000 },
    { id: "splunk-token", names: ["splunk", "hec_token"], value: "<uuid>" },
    {
      id: "pagerduty-key",
      names: ["pagerduty"],
      value: ["<A20>", "<x32>", "u+<W18>"],
      minEntropy: 3000,
    },
  ],
}

const identity: Family = {
  name: "identity",
  tokens: [
    {
      id: "authress-key",
      shape: [
        "sc_<A5-30>.<A4-6>.acc_<c10-32>.<E30+>",
        "ext_<A5-30>.<A4-6>.acc_<c10-32>.<E30+>",
        "scauth_<A5-30>.<A4-6>.acc_<c10-32>.<E30+>",
        "authress_<A5-30>.<A4-6>.acc_<c10-32>.<E30+>",
        "sc_<A5-30>.<A4-6>.acc-<c10-32>.<E30+>",
        "ext_<A5-30>.<A4-6>.acc-<c10-32>.<E30+>",
        "scauth_<A5-30>.<A4-6>.acc-<c10-32>.<E30+>",
        "authress_<A5-30>.<A4-6>.acc-<c10-32>.<E30+>",
      ],
    },
    { id: "salesforce-session", shape: "00D<A12>!<G80+>", minEntropy: 3500 },
    { id: "tableau-token", shape: "<B22>==:<A32>", minEntropy: 3500 },
    {
      id: "zuplo-key",
      shape: "zpka_<a32>_<x8+>",
      strong,
      checksum: { length: [46, 46], verify: endsInCrcHex, role: "confirms" },
    },
    { id: "workos-key", shape: "sk_live_a2V5Xz<B60+>", strong },
  ],
  assigned: [
    { id: "okta-token", names: ["okta"], value: "00<g40>", minEntropy: 3000 },
    { id: "auth0-secret", names: ["auth0"], value: "<W64>", minEntropy: 4000 },
    { id: "jumpcloud-key", names: ["jumpcloud"], value: "<A40>", minEntropy: 3000 },
    { id: "keycloak-secret", names: ["keycloak"], value: ["<uuid>", "<A32>"], minEntropy: 3000 },
  ],
}

const data: Family = {
  name: "data-platform",
  tokens: [
    { id: "databricks-token", shape: "dapi<x32>", minEntropy: 3000 },
    { id: "databricks-numbered-token", shape: "dapi<x32>-<D1>", minEntropy: 3000 },
    { id: "clickhouse-key", shape: "4b1d<A38>", minEntropy: 3300 },
    { id: "airtable-token", shape: "pat<A14>.<x64+>", minEntropy: 3000 },
    { id: "maxmind-key", shape: "<A6>_<A29>_mmk", minEntropy: 3500 },
    { id: "astra-token", shape: "AstraCS:<A20+>", strong, minEntropy: 3000 },
    { id: "elastic-cloud-key", shape: "essu_<g60+>", strong },
    { id: "cockroach-key", shape: "CCDB1_<A22>_<A40+>", strong },
    { id: "mongodb-service-secret", shape: "mdb_sa_sk_<W40+>", strong },
    { id: "apify-token", shape: "apify_api_<A34+>", strong },
    { id: "contentful-management-token", shape: "CFPAT-<W43+>", strong },
    { id: "workato-token", shape: ["wrka-eyJ<W8+>", "wrka<L2>-eyJ<W8+>"], strong },
    { id: "val-town-token", shape: "vtwn_<W20+>", strong, minEntropy: 3000 },
    { id: "databento-key", shape: "db-<A29>", minEntropy: 3800 },
  ],
  assigned: [
    { id: "confluent-key", names: ["confluent"], value: ["<A16>", "<A64>"], minEntropy: 2800 },
    {
      id: "airtable-key",
      names: ["airtable"],
      value: ["<A17>", "<A8-40>.v1.<W10-80>.<x20-80>"],
      minEntropy: 2800,
    },
    { id: "contentful-token", names: ["contentful"], value: "<g43>", minEntropy: 3000 },
    { id: "algolia-key", names: ["algolia"], value: "<A32>", minEntropy: 2500 },
    { id: "looker-key", names: ["looker"], value: ["<A20>", "<A24>"], minEntropy: 2800 },
    { id: "influx-token", names: ["influx"], value: ["<E86-90>", "<g86-90>"], minEntropy: 3500 },
    { id: "snowflake-token", names: ["snowflake"], value: "<G100-160>", minEntropy: 3500 },
    { id: "couchbase-key", names: ["couchbase", "capella"], value: "<E60-120>", minEntropy: 3500 },
    { id: "aiven-token", names: ["aiven"], value: "<E100-160>", minEntropy: 3500 },
    { id: "pinecone-uuid-key", names: ["pinecone"], value: "<uuid>" },
    { id: "clickhouse-id", names: ["clickhouse"], value: "<A38-42>", minEntropy: 3300 },
  ],
}

/** Observability, identity, data platforms. */
export const operationsFamilies: ReadonlyArray<Family> = [observability, identity, data]
