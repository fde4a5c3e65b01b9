import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Lets V8 collect all garbage of this thread. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}
