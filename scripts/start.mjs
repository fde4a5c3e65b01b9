// `npm start`: builds when the build is missing or outdated, then serves.
import './require-node.mjs'
import { pathToFileURL } from 'node:url'
import { finishUpgrade } from './finish-upgrade.mjs'
import { builtSite, root } from './sources.mjs'
import { watchStarter } from './starter.mjs'

watchStarter(() => process.kill(process.pid, 'SIGTERM'))
// An upgrade that was interrupted when it put the new version in its place.
if (finishUpgrade(root)) console.error('An upgrade that was interrupted is completed.')
const entry = builtSite()
// The build has printed what failed.
if (entry === null) process.exit(1)
await import(pathToFileURL(entry).href)
