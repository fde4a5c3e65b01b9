import { register } from 'tsx/esm/api'

// Node 20 gives its threads no loader for TypeScript, whatever the process was started with.
register()
await import('../server/text-worker.ts')
