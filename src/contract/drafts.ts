import { z } from 'zod'
import { deviceDraft, deviceDrafts, draftRemoval, draftStorage } from '#domain/device-draft.ts'
import type { CallTable } from './call.ts'

/** What a person has typed and not saved, for their other devices. */
export const draftCalls = {
  'GET /api/drafts': {
    group: 'write',
    who: 'writer',
    needsSession: true,
    summary: 'Lists what you have typed on your devices and not saved, the latest first.',
    answer: deviceDrafts,
    errors: [503],
  },
  'POST /api/drafts': {
    group: 'write',
    who: 'writer',
    needsSession: true,
    summary: 'Stores what you have typed on a device: in git, outside of the branch.',
    note: 'It is a blob under `refs/drafts/USER/DEVICE/`, which no clone takes along; with `GIT_WRITE=through` it is in the remote repository. It replaces the last one of this device and document.',
    body: draftStorage,
    answer: deviceDraft.pick({ id: true }),
    errors: [503],
  },
  'DELETE /api/drafts': {
    group: 'write',
    who: 'writer',
    needsSession: true,
    summary: 'Removes stored text, because it was saved or discarded. git’s gc deletes it later.',
    body: draftRemoval,
    answer: z.strictObject({ removed: z.literal(true) }),
    errors: [503],
  },
} satisfies CallTable
