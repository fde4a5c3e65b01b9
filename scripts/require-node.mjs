// Ends an npm command on a Node that is too old, with one sentence, before anything is loaded that
// it can't read.
import { nodeFault } from './node-version.mjs'

const fault = nodeFault()
if (fault !== null) {
  console.error(fault)
  process.exit(1)
}
