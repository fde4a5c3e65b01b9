import { z } from 'zod'

/** A browser of a person: 32 hexadecimal digits that it has made up. */
export const deviceId = z.string().regex(/^[0-9a-f]{32}$/)

/** Which text it is: as in the storage of the browser (`src/admin/documents/stored-draft.ts`). */
const draftKey = {
  kind: z.string().min(1).max(60),
  item: z.string().max(300),
  revision: z.string().max(100),
}

const values = z.record(z.string(), z.unknown())

/** Typed text that is not saved, without files that wait to be uploaded. */
export const storableDraft = z.strictObject({
  ...draftKey,
  title: z.string().max(2000),
  base: values,
  values,
  attempt: z.unknown().optional(),
  at: z.int().nonnegative().describe('Time of the last edit, in milliseconds since 1970.'),
  format: z.int().optional(),
})

/** The body of `POST /api/drafts`. */
export const draftStorage = z.strictObject({
  device: deviceId,
  name: z.string().max(80).describe('The browser, in words for its owner.'),
  draft: storableDraft,
  contains: z
    .record(deviceId, z.strictObject({ at: storableDraft.shape.at, values }))
    .describe('By device: its last text that this one contains.'),
})
export type DraftStorage = z.infer<typeof draftStorage>

const version = z.string().regex(/^[0-9a-f]{40,64}$/)

/** What a person has typed on one of their devices and not saved. */
export const deviceDraft = z.strictObject({
  ...draftStorage.shape,
  id: version.describe('Names exactly this text.'),
})
export type DeviceDraft = z.infer<typeof deviceDraft>

/** The answer of `GET /api/drafts`. */
export const deviceDrafts = z.strictObject({
  store: version
    .nullable()
    .describe('Another one means that texts which are not listed may have been lost.'),
  drafts: z.array(deviceDraft),
})

/** The body of `DELETE /api/drafts`. */
export const draftRemoval = z.strictObject({
  device: deviceId,
  ...draftKey,
  id: version.optional().describe('Removes it only while it has this text.'),
})
export type DraftRemoval = z.infer<typeof draftRemoval>
