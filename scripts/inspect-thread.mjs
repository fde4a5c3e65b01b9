import { register } from 'tsx/esm/api'

// Node 20 does not pass a TypeScript loader on to threads.
register()
await import('./inspect-worker.ts')
