import type { ChatCompletionContentPart } from 'openai/resources/chat/completions'
import { readPicture } from './picture.ts'

const maxPictureSide = 1280

/** A picture as a model gets it: scaled down, and without the data of its camera. */
export async function picturePart(image: Uint8Array): Promise<ChatCompletionContentPart> {
  const picture = await readPicture(image)
  const small = picture
    .pixels()
    .resize(maxPictureSide, maxPictureSide, { fit: 'inside', withoutEnlargement: true })
  const bytes = await small.jpeg({ quality: 85 }).toBuffer()
  return {
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${bytes.toString('base64')}` },
  }
}
