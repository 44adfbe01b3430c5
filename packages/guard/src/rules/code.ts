/**
 * Source hosting, builds and package registries.
 *
 * @module
 */

import type { Family } from "../Family.ts"
import { endsInCrcBase62, gitlabRoutable } from "../internal/checksums.ts"

const strong = true
const anyCase = true

const github: Family = {
  name: "github",
  tokens: [
    {
      id: "github-token",
      shape: ["ghp_<A36+>", "gho_<A36+>", "ghu_<A36+>", "ghs_<A36+>", "ghr_<A36+>"],
      strong,
      minEntropy: 3000,
      checksum: { length: [40, 40], verify: endsInCrcBase62(4, 30), role: "confirms" },
    },
    {
      id: "github-fine-grained-token",
      shape: "github_pat_<w60+>",
      strong,
      minEntropy: 3000,
      checksum: { length: [93, 93], verify: endsInCrcBase62(11, 76), role: "confirms" },
    },
    { id: "github-app-token", shape: "ghs_<D1-12>_ey<W30+>", strong },
  ],
}

const gitlab: Family = {
  name: "gitlab",
  tokens: [
    {
      id: "gitlab-routable-token",
      shape: ["glpat-<W27-300>.<a2><a7>", "glpat-<W27-300>.<a2>.<a9>", "glrt-<W27-300>.<a2><a7>"],
      minEntropy: 3000,
      checksum: { length: [40, 320], verify: gitlabRoutable, role: "confirms" },
    },
    {
      id: "gitlab-token",
      shape: [
        "glpat-<W20+>",
        "gldt-<W20+>",
        "glrt-<W20+>",
        "glsoat-<W20+>",
        "glffct-<W20+>",
        "glft-<W20+>",
        "glimt-<W20+>",
        "glcbt-<W20+>",
        "glptt-<x40+>",
      ],
      strong,
      minEntropy: 3000,
    },
    {
      id: "gitlab-agent-token",
      shape: ["glagent-<W50+>", "gloas-<W64+>"],
      strong,
      minEntropy: 3000,
    },
    { id: "gitlab-runner-registration", shape: "GR1348941<W20+>", strong, minEntropy: 3000 },
    { id: "gitlab-session", shape: "_gitlab_session=<A32+>", strong, minEntropy: 3000 },
  ],
}

const atlassian: Family = {
  name: "atlassian",
  tokens: [
    { id: "atlassian-token", shape: ["ATATT3<g180+>", "ATCTT3<g150+>"], strong, minEntropy: 3500 },
    { id: "bitbucket-app-password", shape: "ATBB<A32>", minEntropy: 3500 },
  ],
  assigned: [
    {
      id: "atlassian-key",
      names: ["atlassian", "confluence", "jira"],
      value: "<A24>",
      minEntropy: 3300,
    },
    { id: "bitbucket-key", names: ["bitbucket"], value: ["<A32>", "<g64>"], minEntropy: 2500 },
  ],
}

const ci: Family = {
  name: "ci",
  tokens: [
    { id: "harness-key", shape: ["pat.<W22>.<A24>.<A20>", "sat.<W22>.<A24>.<A20>"] },
    { id: "octopus-key", shape: "API-<U26>", minEntropy: 3000 },
    { id: "prefect-key", shape: "pnu_<A36>", minEntropy: 3000 },
    { id: "configcat-token", shape: "configcat-sdk-1/<W22>/<W22+>", strong },
    { id: "pulumi-token", shape: "pul-<x40>", minEntropy: 2500 },
    { id: "infracost-key", shape: "ico-<A32>", minEntropy: 3500 },
    {
      id: "sourcegraph-token",
      shape: ["sgp_<x40+>", "sgp_<x16>_<x40+>", "sgp_local_<x40+>", "sgp_<A64+>"],
      strong,
      minEntropy: 3000,
    },
    { id: "jfrog-key", shape: ["AKCp<A69>", "cmVmd<A59>"], minEntropy: 4000 },
    { id: "sonar-token", shape: ["squ_<x40+>", "sqp_<x40+>", "sqa_<x40+>"], strong },
    { id: "circleci-token", shape: ["CCIPAT_<A22>_<A40+>", "CCIPRJ_<A22>_<A40+>"], strong },
    {
      id: "buildkite-token",
      shape: [
        "bkua_<a40+>",
        "bkpat_<W54+>",
        "bkaa_<W75+>",
        "bkct_<W73+>",
        "bkps_<W64+>",
        "bkar_<W73+>",
        "bkpt_<W199+>",
        "bkaj_<W333+>",
      ],
      strong,
    },
    { id: "mergify-key", shape: "mergify_application_key_<W40+>", strong },
    {
      id: "settlemint-token",
      shape: ["sm_aat_<A16>", "sm_pat_<A16>", "sm_sat_<A16>"],
      minEntropy: 3000,
    },
    { id: "intra42-secret", shape: ["s-s4t2ud-<x64+>", "s-s4t2af-<x64+>"], strong },
    { id: "aikido-token", shape: ["AIK_CI_<A20+>", "AIK_SECRET_<A64+>"], strong },
    { id: "devcycle-server-key", shape: "dvc_server_<A16-40>", minEntropy: 3000 },
  ],
  assigned: [
    { id: "travis-token", names: ["travis"], value: "<A22>", minEntropy: 3300 },
    { id: "drone-token", names: ["droneci", "drone_token"], value: "<A32>", minEntropy: 2500 },
    { id: "codecov-token", names: ["codecov"], value: ["<A32>", "<uuid>"], minEntropy: 2500 },
    {
      id: "sonar-key",
      names: [
        "sonar_token",
        "sonar_login",
        "sonar.token",
        "sonar.login",
        "sonar-token",
        "sonar-login",
        "sonartoken",
        "sonarlogin",
      ],
      value: "<g40-44>",
      minEntropy: 2500,
    },
    { id: "snyk-token", names: ["snyk"], value: "<uuid>" },
    {
      id: "jfrog-token",
      names: ["jfrog", "artifactory", "bintray", "xray"],
      value: ["<A73>", "<A64>"],
      minEntropy: 2500,
    },
    { id: "sourcegraph-key", names: ["sourcegraph"], value: "<x40>", minEntropy: 3000 },
    { id: "circleci-key", names: ["circleci", "circle_token"], value: "<x40>", minEntropy: 3000 },
    { id: "coveralls-token", names: ["coveralls"], value: ["<A32>", "<c37>"], minEntropy: 3000 },
    { id: "gitea-token", names: ["gitea", "forgejo"], value: "<x40>", minEntropy: 3000 },
    {
      id: "launchdarkly-key",
      names: ["launchdarkly"],
      value: ["<g40>", "sdk-<uuid>", "api-<uuid>"],
      minEntropy: 2500,
    },
    {
      id: "configcat-key",
      names: ["configcat"],
      value: ["<W22>/<W22>", "configcat-sdk-1/<W22>/<W22>"],
    },
  ],
}

const registry: Family = {
  name: "package-registry",
  tokens: [
    {
      id: "npm-token",
      shape: "npm_<A36+>",
      strong,
      anyCase,
      minEntropy: 2500,
      checksum: { length: [40, 40], verify: endsInCrcBase62(4, 30), role: "confirms" },
    },
    { id: "pypi-token", shape: "pypi-AgE<W50+>", strong, minEntropy: 3000 },
    { id: "rubygems-token", shape: "rubygems_<x48+>", strong },
    { id: "clojars-token", shape: "CLOJARS_<A60+>", strong, anyCase },
    { id: "docker-token", shape: ["dckr_pat_<W27+>", "dckr_oat_<W32+>"], strong },
    { id: "cargo-token", shape: "cio<A32>", minEntropy: 3800 },
    { id: "nuget-key", shape: "oy2<a43>", minEntropy: 3800 },
    { id: "cloudsmith-key", shape: "csa_<h30><A6>", minEntropy: 3000 },
    {
      id: "sidekiq-url",
      shape: ["<x8>:<x8>@gems.contribsys.com", "<x8>:<x8>@enterprise.contribsys.com"],
      anyCase,
    },
  ],
  assigned: [
    { id: "sidekiq-secret", names: ["contribsys__com"], value: "<x8>:<x8>" },
    {
      id: "npm-basic-auth",
      names: [":_auth", "_authtoken"],
      value: ["<uuid>", "<B20-200>"],
      minEntropy: 3000,
    },
  ],
}

/** GitHub, GitLab, Atlassian, build services and package registries. */
export const codeFamilies: ReadonlyArray<Family> = [github, gitlab, atlassian, ci, registry]
