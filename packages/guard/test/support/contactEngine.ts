import type { GuardEngine } from "@reminisce/guard"
import * as Effect from "effect/Effect"

const contact = /[\w.+-]{1,64}@[\w-]{1,63}\.\w|\+\d[\d ()-]{7,20}\d/

/** Finds an address or a telephone number in a write that names nobody it is about. */
export const contactEngine: GuardEngine = {
  name: "contacts",
  version: "1",
  scan: (fields) =>
    Effect.sync(() =>
      fields.some(({ field }) => field.startsWith("subjects["))
        ? []
        : fields.flatMap(({ text }, index) =>
            contact.test(text) ? [{ index, family: "contact-data" }] : [],
          ),
    ),
}
