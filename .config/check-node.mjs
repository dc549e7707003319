// The bundled Node comes first on PATH inside pnpm scripts; where there is none, the system's must do.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Shortlist needs Node 22.18 or newer; this is ${process.version}.\n`)
  process.exit(1)
}
