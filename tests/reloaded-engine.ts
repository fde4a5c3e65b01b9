import { createEngine, type SearchEngine } from '../server/search/engine.ts'

/** An engine that has read what another one exported. */
export function reloaded(engine: SearchEngine): SearchEngine {
  const { entries, parts } = engine.export()
  return createEngine(structuredClone({ entries, parts: [...parts] }))
}
