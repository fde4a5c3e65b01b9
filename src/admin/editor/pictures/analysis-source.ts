import type { ImageAnalysis } from '#domain/analysis.ts'
import { pictureMaxBytes } from '#domain/media.ts'
import { shownAt } from '#domain/shown-at.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { pictureName } from './picture-address.ts'

/** The picture in a request: its bytes in base64, or an address that the server fetches. */
type PictureSource = { image: string } | { url: string }

/** A picture to be analyzed: a file that is not uploaded yet, or an address. */
export type AnalyzedPicture = { kind: 'file'; file: File } | { kind: 'address'; url: string }

/** The name of a picture's file. */
export const nameOf = (picture: AnalyzedPicture) =>
  picture.kind === 'file' ? picture.file.name : pictureName(picture.url)

/** The length of the text around a picture that is sent, in characters. */
const mostText = 3000

/**
 * The context of an analysis: what is sent with every picture of the site, and the text around this
 * one.
 */
export function analysisContext(text = '', fixedContext: string): string {
  const around = text.trim().slice(0, mostText)
  return [fixedContext, around && `It will stand in this text:\n${around}`]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * The picture for an analysis: the bytes of the preview if the browser may read them, else the
 * address, which the server fetches (rulings, section 6b). Rejects when the preview cannot be
 * loaded.
 */
export async function sourceOf(
  picture: AnalyzedPicture,
  signal: AbortSignal,
): Promise<PictureSource> {
  if (picture.kind === 'file') return { image: await base64Of(picture.file) }
  if (!picture.url.startsWith('/')) return { url: picture.url }
  const whole = await load(picture.url, signal)
  return {
    image: await base64Of(
      whole.size <= pictureMaxBytes ? whole : await load(shownAt(picture.url, 1920), signal),
    ),
  }
}

/** What the server says of a picture in its context. */
export async function analysisOf(
  picture: AnalyzedPicture,
  context: string,
  signal: AbortSignal,
): Promise<ImageAnalysis> {
  const source = await sourceOf(picture, signal)
  const body = { ...source, name: nameOf(picture), context }
  return adminCall('POST /api/analyze-image', { body, signal })
}

async function load(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`The preview answers with status ${response.status}.`)
  return response.blob()
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
