import { z } from 'zod'
import { plainText, requiredText } from '../plain-text.ts'
import { isSoundAddress } from '../sound.ts'
import { type Fields, shapeOf } from './field.ts'
import { lead, published, tags } from './shared-fields.ts'

/** A boolean, which forms send as text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false'])])

const slowest = 20
const fastest = 999
const noTempo = `A tempo is a number of beats per minute from ${slowest} to ${fastest}`
const tempo = z.number({ error: noTempo }).min(slowest, noTempo).max(fastest, noTempo)
/** In files and forms: '122', '122.5', '122 BPM'. */
const tempoText = z
  .string()
  .trim()
  .regex(/^\d{2,3}(?:\.\d{1,3})?(?: ?bpm)?$/i, noTempo)
  .transform(Number.parseFloat)
  .pipe(tempo)

const isOwnSound = (url: string) => /^\/media\//.test(url) && isSoundAddress(url)
const noSound = 'A preview is a sound of this site, such as /media/2026/preview.mp3'

/** Of the fields of a request, forms send texts: a list with commas between its entries. */
const listedTags = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))])

/**
 * The fields of a download. The schemas of files and calls, what a save writes, the labels and
 * rules of the form, and the references are derived from it. An empty text in a request removes a
 * value.
 */
export const downloadTable = {
  title: { ...lead.title, input: requiredText('Title is required').max(200) },
  description: {
    file: plainText().default(''),
    input: plainText().max(1000, 'At most 1,000 characters'),
    answer: z.string(),
    in: 'list',
    label: 'Description',
    form: 'text',
  },
  /** In a visitor's words: 'WAV', 'PDF', 'ADG'. */
  fileType: {
    file: plainText().min(1).optional(),
    input: plainText()
      .max(30)
      .describe('In a visitor’s words; empty: the ending of the file in capitals.'),
    answer: z.string().describe('As visitors see it.'),
    in: 'list',
    label: 'Kind of files',
    form: 'text',
    hint: "In a reader's words, such as WAV or PDF. Empty: what the file's name ends in.",
  },
  tempo: {
    file: z.union([tempo, tempoText]).optional(),
    input: z
      .union([tempo, tempoText, z.literal('').transform(() => null), z.null()], { error: noTempo })
      .describe(`Beats per minute, from ${slowest} to ${fastest}; a form sends it as text.`),
    answer: z.number().nullable().describe('Beats per minute.'),
    in: 'list',
    label: 'Tempo',
    form: 'text',
    hint: 'In beats per minute, where it applies.',
  },
  key: {
    file: plainText().min(1).max(40).optional(),
    input: plainText()
      .max(40)
      .describe('The key of a sound in the words of its readers, such as `A minor`.'),
    answer: z.string().nullable(),
    in: 'list',
    label: 'Key',
    form: 'text',
    hint: 'The key of a sound, such as A minor, where it applies.',
  },
  preview: {
    file: plainText().refine(isOwnSound, noSound).optional(),
    input: z
      .string()
      .trim()
      .refine((url) => url === '' || isOwnSound(url), noSound)
      .describe('The address of a sound of this site, to listen to before the download.'),
    answer: z.string().nullable(),
    in: 'list',
    label: 'Preview',
    form: 'text',
    hint: 'A sound of the media library, to listen to before the download.',
  },
  tags: {
    ...tags,
    input: listedTags
      .pipe(tags.input.transform((list) => list.map((tag) => tag.trim()).filter(Boolean)))
      .describe(
        'An article that shares tags with it offers it; a form sends them with commas between.',
      ),
    hint: 'An article that shares tags with it offers it below its text.',
  },
  imageUrl: {
    ...published.imageUrl,
    input: z
      .string()
      .trim()
      .refine(
        (url) => url === '' || /^(\/(?!\/)|https?:\/\/)/.test(url),
        'An image is a path that starts with / or an http(s) address',
      ),
    label: 'Picture',
  },
  imageAlt: {
    ...published.imageAlt,
    hint: 'What the picture shows, for people who cannot see it.',
  },
  draft: {
    ...published.draft,
    input: flag.describe('A draft is on no page and can’t be downloaded.'),
    hint: "A draft is on no page and can't be downloaded.",
  },
} as const satisfies Fields

/** The frontmatter of a download, beside its `id`. */
export const downloadFile = {
  ...shapeOf(downloadTable, 'file'),
  /** A file beside the `.md`; default: the file of the same base name (rulings, section 6). */
  file: z
    .string()
    .regex(/^[^/\\]+$/, 'A download names a file beside it, without a folder')
    .optional(),
}
