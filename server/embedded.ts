// The built site for a program that runs sites in its own process, as the tests do.
export { createSiteWorkers } from './content/markdown/site-workers.ts'
export { readEnv } from './env.ts'
export { createLog } from './platform/log.ts'
export { startSite } from './start-site.ts'
