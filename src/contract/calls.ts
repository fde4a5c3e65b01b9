import { type AllOf, type ContentType, contentTypes } from '#domain/content.ts'
import { accountCalls, resetCalls, sessionCalls } from './accounts.ts'
import type { AddressedCall, Call, CallAddress, CallTable, Method } from './call.ts'
import { contentCalls, itemCalls } from './content.ts'
import { dashboardCalls } from './dashboard.ts'
import { draftLinkCalls } from './draft-links.ts'
import { draftCalls } from './drafts.ts'
import { importCalls } from './import.ts'
import { mediaCalls } from './media.ts'
import { passkeyCalls } from './passkeys.ts'
import { recordCalls } from './record.ts'
import { reviewCalls } from './reviews.ts'
import { secondFactorCalls } from './second-factors.ts'
import { sendingCalls } from './sending.ts'
import {
  analysisCalls,
  assistCalls,
  eventCalls,
  hookCalls,
  referenceCalls,
  searchCalls,
  statusCalls,
  subscribeCalls,
  syncCalls,
} from './site.ts'
import { downloadCalls, siteFileCalls, snippetCalls } from './site-files.ts'
import { subscriberCalls } from './subscribers.ts'
import { tokenCalls } from './tokens.ts'

/** A table with the name of a type in its addresses. */
type OfType<Table, Type extends ContentType> = {
  [Key in keyof Table as Key extends `${infer Start}{type}${infer End}`
    ? `${Start}${Type}${End}`
    : Key]: Table[Key]
}

type CallsOfAllTypes = AllOf<
  { [Type in ContentType]: OfType<ReturnType<typeof itemCalls<Type>>, Type> }[ContentType]
>

/** The calls of every type under the addresses that they are made at. */
const callsOfTypes = Object.fromEntries(
  contentTypes.flatMap((type) =>
    Object.entries(itemCalls(type)).map(([key, call]): [string, unknown] => [
      key.replace('{type}', type),
      { ...call, type },
    ]),
  ),
) as CallsOfAllTypes

/**
 * Every call below `/api`, by its method and address. The routes are mounted from it, the browser's
 * client is typed by it, and the API reference is made of it. For a new one add an entry to a table
 * of this folder, answer it where the feature mounts that table, and run `npm run api:docs`.
 */
export const calls = {
  ...callsOfTypes,
  ...contentCalls,
  ...draftCalls,
  ...reviewCalls,
  ...mediaCalls,
  ...importCalls,
  ...downloadCalls,
  ...siteFileCalls,
  ...snippetCalls,
  ...sessionCalls,
  ...resetCalls,
  ...accountCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...tokenCalls,
  ...draftLinkCalls,
  ...recordCalls,
  ...subscriberCalls,
  ...sendingCalls,
  ...searchCalls,
  ...analysisCalls,
  ...assistCalls,
  ...subscribeCalls,
  ...statusCalls,
  ...dashboardCalls,
  ...eventCalls,
  ...syncCalls,
  ...hookCalls,
  ...referenceCalls,
} satisfies CallTable

/** Every call, in the order of the reference. */
export const callList: ReadonlyArray<AddressedCall> = Object.entries<Call>(calls).map(
  ([key, call]) => ({
    status: 200,
    ...call,
    ...addressOf(key as CallAddress),
  }),
)

/** Method and path of a call's key. */
function addressOf(key: CallAddress): Pick<AddressedCall, 'method' | 'path'> {
  const [method, path] = key.split(' ') as [Method, string]
  return { method, path }
}
