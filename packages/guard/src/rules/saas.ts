/**
 * Social media, files, maps and the tools of work.
 *
 * @module
 */

import type { Family } from "../Family.ts"

const strong = true
const anyCase = true

const social: Family = {
  name: "social",
  tokens: [
    { id: "facebook-page-token", shape: ["EAAM<A100+>", "EAAC<A100+>"], minEntropy: 4300 },
    { id: "instagram-token", shape: ["IGQVJ<W60+>", "IGQWR<W60+>"], strong },
    { id: "pinterest-token", shape: "pina_<W20+>", strong, minEntropy: 3300 },
    { id: "dropbox-short-token", shape: "sl.<g120+>", minEntropy: 4000 },
    { id: "frame-io-token", shape: "fio-u-<g64+>", strong },
  ],
  assigned: [
    {
      id: "facebook-secret",
      names: ["facebook"],
      value: ["<x32>", "<D15-16>|<W27-40>"],
      minEntropy: 3000,
    },
    {
      id: "twitter-key",
      names: ["twitter"],
      value: ["<A25>", "<A45>", "<A50>", "<D15-25>-<A20-40>", "AAAAAAAAAAAAAAAAAAAAAA<P80-100>"],
      minEntropy: 2800,
    },
    {
      id: "linkedin-key",
      names: ["linkedin", "linked_in", "linked-in"],
      value: ["<A14>", "<A16>"],
      minEntropy: 2500,
    },
    { id: "flickr-key", names: ["flickr"], value: "<A32>", minEntropy: 2500 },
    {
      id: "nytimes-key",
      names: ["nytimes", "newyorktimes", "new-york-times"],
      value: "<g32>",
      minEntropy: 2500,
    },
    {
      id: "dropbox-key",
      names: ["dropbox"],
      value: ["<A15>", "sl.<g135>", "<A11>AAAAAAAAAA<g43>"],
      minEntropy: 2500,
    },
    { id: "box-token", names: ["box_"], value: "<A32>", minEntropy: 3000 },
    { id: "disqus-key", names: ["disqus"], value: "<A64>", minEntropy: 3000 },
    { id: "bitly-token", names: ["bitly"], value: "<x40>", minEntropy: 3000 },
    { id: "cloudinary-secret", names: ["cloudinary"], value: ["<W27>", "<A32>"], minEntropy: 3300 },
    { id: "gumroad-token", names: ["gumroad"], value: ["<x64>", "<c43>"], minEntropy: 3000 },
    { id: "spotify-secret", names: ["spotify"], value: "<x32>", minEntropy: 3000 },
    { id: "reddit-secret", names: ["reddit"], value: "<W27-30>", minEntropy: 3500 },
  ],
}

const work: Family = {
  name: "work-saas",
  tokens: [
    { id: "linear-key", shape: ["lin_api_<A40+>", "lin_oauth_<A40+>"], strong },
    { id: "notion-token", shape: "ntn_<A46+>", strong, minEntropy: 3000 },
    { id: "notion-legacy-token", shape: "secret_<A43>", minEntropy: 3500 },
    { id: "readme-key", shape: "rdme_<A70+>", strong },
    { id: "postman-key", shape: "PMAK-<A24>-<A34+>", strong },
    { id: "typeform-token", shape: "tfp_<G40+>", strong, minEntropy: 3000 },
    { id: "adobe-secret", shape: ["p8e-<A32>", "p8-<A32>"], minEntropy: 3000 },
    { id: "figma-token", shape: ["figd_<W38+>", "figo_<W38+>"], strong, anyCase },
    {
      id: "hubspot-token",
      shape: [
        "pat-na1-<x8>-<c27+>",
        "pat-eu1-<x8>-<c27+>",
        "pat-na2-<x8>-<c27+>",
        "pat-ap1-<x8>-<c27+>",
      ],
      strong,
      anyCase,
    },
    { id: "canva-secret", shape: "cnvca<W51>", minEntropy: 3500 },
    { id: "clickup-token", shape: "pk_<D7-10>_<A32+>", minEntropy: 3000 },
    { id: "wakatime-key", shape: "waka_<c36+>", strong },
    { id: "endor-labs-key", shape: "endr+<c16+>", strong, minEntropy: 2800 },
    { id: "samsara-token", shape: "samsara_api_<A26+>", strong },
    { id: "redirect-pizza-token", shape: "rpa_<A30>", minEntropy: 3800 },
  ],
  assigned: [
    {
      id: "asana-key",
      names: ["asana"],
      value: ["<A32>", "<D16>", "1/<D13-17>:<x32>", "2/<D13-17>/<D13-17>:<x32>"],
      minEntropy: 2000,
    },
    { id: "adobe-id", names: ["adobe"], value: "<x32>", minEntropy: 2500 },
    { id: "adafruit-key", names: ["adafruit"], value: "<W32>", minEntropy: 2500 },
    { id: "beamer-token", names: ["beamer"], value: "b_<g44>" },
    { id: "hubspot-key", names: ["hubspot"], value: "<uuid>" },
    { id: "intercom-key", names: ["intercom"], value: "<g60>", minEntropy: 3000 },
    { id: "linear-secret", names: ["linear"], value: "<x32>", minEntropy: 2800 },
    { id: "mapbox-token", names: ["mapbox"], value: ["pk.<A60>.<A22>", "sk.<A60>.<A22>"] },
    { id: "rapidapi-key", names: ["rapidapi"], value: "<W50>", minEntropy: 3000 },
    { id: "zendesk-key", names: ["zendesk"], value: "<A40>", minEntropy: 3000 },
    {
      id: "openweather-key",
      names: ["openweather", "pyowm", "weatherstack"],
      value: "<A32>",
      minEntropy: 3000,
    },
    { id: "figma-key", names: ["figma"], value: "<x4>-<uuid>" },
    { id: "fullstory-key", names: ["fullstory"], value: ["na1.<B20-80>", "eu1.<B20-80>"] },
    { id: "sslmate-key", names: ["sslmate"], value: "<A36>", minEntropy: 3000 },
    { id: "data-gov-key", names: ["data.gov", "datagov"], value: "<A40>", minEntropy: 3000 },
    { id: "infomaniak-token", names: ["infomaniak"], value: "<W60-100>", minEntropy: 3500 },
    {
      id: "trello-key",
      names: ["trello"],
      value: ["<x32>", "<x64>", "ATTA<A72>"],
      minEntropy: 3000,
    },
    { id: "wakatime-assigned", names: ["wakatime", "waka_time", "waka time"], value: "<uuid>" },
    { id: "todoist-key", names: ["todoist"], value: "<x40>", minEntropy: 3000 },
    { id: "typeform-key", names: ["typeform"], value: "tfp_<G59>" },
    { id: "jenkins-token", names: ["jenkins"], value: ["<x32>", "11<x32>"], minEntropy: 3000 },
  ],
}

/** Social media and files, the tools of work. */
export const saasFamilies: ReadonlyArray<Family> = [social, work]
