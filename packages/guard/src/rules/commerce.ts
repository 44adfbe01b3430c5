/**
 * Payments, exchanges and shops.
 *
 * @module
 */

import type { Family } from "../Family.ts"

const strong = true
const anyCase = true

const payments: Family = {
  name: "payments",
  tokens: [
    {
      id: "stripe-key",
      shape: [
        "sk_live_<A10+>",
        "sk_test_<A10+>",
        "sk_prod_<A10+>",
        "rk_live_<A10+>",
        "rk_test_<A10+>",
        "rk_prod_<A10+>",
      ],
      strong,
      minEntropy: 2000,
    },
    { id: "webhook-signing-secret", shape: "whsec_<B24+>", strong, minEntropy: 3000 },
    { id: "square-token", shape: ["sq0atp-<W22+>", "sq0csp-<W43+>"], strong },
    { id: "square-access-token", shape: "EAAA<W22-60>", minEntropy: 3500 },
    {
      id: "plaid-access-token",
      shape: ["access-sandbox-<uuid+>", "access-development-<uuid+>", "access-production-<uuid+>"],
      strong,
    },
    {
      id: "flutterwave-key",
      shape: ["FLWSECK_TEST-<A12+>", "FLWPUBK_TEST-<A32+>", "FLWSECK-<A32+>"],
      strong,
      minEntropy: 2000,
    },
    { id: "easypost-key", shape: ["EZAK<A54>", "EZTK<A54>"], minEntropy: 3500 },
    { id: "shippo-token", shape: ["shippo_live_<x40+>", "shippo_test_<x40+>"], strong },
    { id: "duffel-token", shape: ["duffel_live_<g43+>", "duffel_test_<g43+>"], strong },
    { id: "paypal-token", shape: "access_token$production$<a16>$<x32+>", strong },
    { id: "asaas-key", shape: ["$aact_prod_<W20+>", "$aact_hmlg_<W20+>"], strong },
    { id: "mercury-token", shape: "mercury_production_<L3-6>_<A40+>", strong },
    {
      id: "paddle-key",
      shape: ["pdl_live_apikey_<a26>_<A22+>", "pdl_sdbx_apikey_<a26>_<A22+>"],
      strong,
    },
    {
      id: "polar-token",
      shape: ["polar_at_<W20+>", "polar_oat_<W20+>", "polar_pat_<W20+>"],
      strong,
      minEntropy: 3000,
    },
    { id: "ramp-secret", shape: "ramp_sec_<A48+>", strong },
    {
      id: "onfido-token",
      shape: ["api_live.<W20+>", "api_live_us.<W20+>", "api_live_ca.<W20+>"],
      strong,
      minEntropy: 3300,
    },
    { id: "razorpay-key", shape: ["rzp_live_<A14+>", "rzp_test_<A14+>"], strong, minEntropy: 2500 },
    { id: "checkout-key", shape: "sk_<uuid>" },
    { id: "persona-key", shape: "persona_production_<W20+>", strong, minEntropy: 3000 },
    { id: "midtrans-key", shape: "Mid-server-<W16+>", strong, minEntropy: 3000 },
    { id: "freemius-key", shape: "sk_<W29>", minEntropy: 3500 },
  ],
  assigned: [
    { id: "plaid-key", names: ["plaid"], value: ["<A24>", "<A30>"], minEntropy: 2800 },
    { id: "gocardless-token", names: ["gocardless"], value: ["live_<g40>", "sandbox_<g40>"] },
    {
      id: "lob-key",
      names: ["lob"],
      value: ["live_<x35>", "test_<x35>", "live_pub_<x31>", "test_pub_<x31>"],
    },
    { id: "coinbase-token", names: ["coinbase"], value: "<W64>", minEntropy: 3000 },
    { id: "kraken-token", names: ["kraken"], value: "<E80-90>", minEntropy: 3000 },
    { id: "kucoin-key", names: ["kucoin"], value: ["<x24>", "<uuid>"], minEntropy: 2500 },
    { id: "bittrex-key", names: ["bittrex"], value: "<A32>", minEntropy: 2500 },
    { id: "binance-key", names: ["binance"], value: "<A64>", minEntropy: 3500 },
    { id: "finicity-key", names: ["finicity"], value: ["<x32>", "<A20>"], minEntropy: 2500 },
    { id: "finnhub-token", names: ["finnhub"], value: "<A20>", minEntropy: 2500 },
    { id: "freshbooks-token", names: ["freshbooks"], value: "<A64>", minEntropy: 3000 },
    { id: "freemius-secret", names: ["freemius", "secret_key"], value: "sk_<T29>" },
    {
      id: "polymarket-key",
      names: ["polymarket", "poly_private_key"],
      value: ["0x<x64>", "<B43>="],
    },
    { id: "alpaca-key", names: ["alpaca", "apca"], value: ["<A40>", "<A44>"], minEntropy: 3500 },
  ],
}

const shop: Family = {
  name: "shop",
  tokens: [
    {
      id: "shopify-token",
      shape: ["shpat_<x32+>", "shpca_<x32+>", "shppa_<x32+>", "shpss_<x32+>"],
      strong,
      anyCase,
    },
    { id: "ebay-secret", shape: ["PRD-<x8>-<x4>-<x4>-<x4>-<x4+>"], minEntropy: 2800 },
  ],
  assigned: [
    { id: "etsy-token", names: ["etsy"], value: "<A24>", minEntropy: 3000 },
    { id: "squarespace-token", names: ["squarespace"], value: "<uuid>" },
    {
      id: "woocommerce-key",
      names: ["woocommerce", "consumer_secret", "consumer_key"],
      value: ["cs_<x40>", "ck_<x40>"],
    },
  ],
}

/** Payments and exchanges, shops. */
export const commerceFamilies: ReadonlyArray<Family> = [payments, shop]
