/**
 * The id an owner's rows begin with: 16 bytes of a hash of its name, so that it is known without
 * asking, short in every index, and spreads evenly where a cluster distributes by it.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { formatOwner, type Owner } from "@reminisce/store"

/** As a UUID's 32 hexadecimal digits. */
export const ownerId = (owner: Owner): string =>
  createHash("sha256").update(formatOwner(owner)).digest("hex").slice(0, 32)
