import type { Call } from './call.ts'
import { contentCalls } from './content-calls.ts'
import { mediaCalls } from './media-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { sendingCalls } from './sending-calls.ts'
import { siteCalls } from './site-calls.ts'
import { siteFileCalls } from './site-file-calls.ts'
import { subscriberCalls } from './subscriber-calls.ts'

/**
 * Every call below `/api`. A router that is mounted there and missing here fails a test, and so does a call here that no router has. For a new one,
 * add its row to the list of its kind (or a list of its own here), name its larger schemas in `schema-names.ts`, and run `npm run api:docs`.
 */
export const calls: ReadonlyArray<Call> = [
  ...contentCalls,
  ...mediaCalls,
  ...siteFileCalls,
  ...peopleCalls,
  ...subscriberCalls,
  ...sendingCalls,
  ...siteCalls,
]
