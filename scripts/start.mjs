// `npm start`: builds when the build is missing or outdated, then serves.
import { pathToFileURL } from 'node:url'
import { builtSite } from './sources.mjs'
import { watchStarter } from './starter.mjs'

watchStarter(() => process.kill(process.pid, 'SIGTERM'))
const entry = builtSite()
// The build has printed what failed.
if (entry === null) process.exit(1)
await import(pathToFileURL(entry).href)
