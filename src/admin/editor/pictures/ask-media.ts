import type { RichTextEditorProps } from '../rich-text-editor-props.ts'

/** What dialogs of the library put into the text. */
export type MediumKind = 'image' | 'sound' | 'comparison'

/** What was chosen, as attributes of pictures in the text. */
export type AskedMedia = ReadonlyArray<{ src: string; alt: string }>

/** The titles of the dialogs for sounds; that for pictures has its own. */
const dialogs: Readonly<Record<MediumKind, ReadonlyArray<string | undefined>>> = {
  image: [undefined],
  sound: ['Choose a Sound'],
  comparison: ['Choose the First Sound', 'Choose the Second Sound'],
}

/** Asks in one dialog after the other. Resolves with nothing when one of them is closed. */
export async function askMedia(
  kind: MediumKind,
  request: RichTextEditorProps['onImageRequest'],
): Promise<AskedMedia> {
  const media: Array<AskedMedia[number]> = []
  for (const title of dialogs[kind]) {
    const medium = await request?.(title)
    if (!medium) return []
    media.push({ src: medium.url, alt: medium.alt })
  }
  return media
}
