// Preloaded by the daemons of the tests: they hash passwords by argon2id as ever, at a thousandth of its cost.
import { createRequire } from 'node:module'

const { resolve } = createRequire(new URL('../../daemon/package.json', import.meta.url))
const argon2 = createRequire(import.meta.url)(resolve('@node-rs/argon2'))
const { hash, parseOptions } = argon2
let wanted = {}

argon2.hash = (password, cost) => {
  wanted = cost
  return hash(password, { ...cost, memoryCost: 64, timeCost: 1 })
}
// what was hashed so is not hashed anew at each sign-in
argon2.parseOptions = (stored) => ({ ...parseOptions(stored), ...wanted })
