import { type ReactNode, useRef, useState } from 'react'
import { soundTitle } from '#domain/sound.ts'
import { adminCall, newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { useLocal } from '../../shell/local-provider.tsx'
import { useStoredUpload } from '../../shell/upload-place.ts'
import type { RichTextEditorProps } from '../rich-text-editor-props.ts'
import { MediaPicker } from './media-picker.tsx'
import { pictureName } from './picture-address.ts'
import { isSoundFile, problemOfMedium } from './picture-file.ts'
import { SoundPicker } from './sound-picker.tsx'
import type { UsedPicture } from './use-picture-choice.ts'
import { useUpload } from './use-upload.ts'

async function onPlayer(sounds: string) {
  const body = { type: 'articles', content: sounds, contentFormat: 'markdown' } as const
  return (await adminCall('POST /api/preview', { body })).html
}

/**
 * The picture properties for `RichTextEditor`, and the dialog to render beside it. `text` returns
 * the current text. `mayWait`: the save of the text can wait in this device's queue, so its
 * pictures can too; `field` is the name of the text in the screen's draft.
 */
export function useEditorPictures(
  text: () => string,
  { mayWait = false, field }: { mayWait?: boolean; field?: string } = {},
): Required<Pick<RichTextEditorProps, 'onImageRequest' | 'onPlayer' | 'onUpload' | 'pictures'>> & {
  dialog: ReactNode
} {
  const { pictures } = useLocal()
  const upload = useUpload()
  const stored = useStoredUpload(field)
  const [asked, setAsked] = useState<{ text: string; sound: string | undefined } | null>(null)
  const answer = useRef<(picture: UsedPicture | null) => void>(undefined)

  function onImageRequest(sound?: string) {
    answer.current?.(null)
    setAsked({ text: text(), sound })
    return new Promise<UsedPicture | null>((resolve) => {
      answer.current = resolve
    })
  }

  async function onUpload(file: File, onProgress: (part: number) => void) {
    const problem = problemOfMedium(file)
    if (problem) throw new Error(problem)
    const key = newIdempotencyKey()
    const alt = isSoundFile(file) ? soundTitle(file.name) : ''
    const url = await stored({ key, file, alt }, () =>
      upload({ key, file, onProgress, mayWait }).catch((cause: unknown) => {
        throw new Error(messageOf(cause), { cause })
      }),
    )
    return { url, alt }
  }

  function close(picture: UsedPicture | null) {
    setAsked(null)
    answer.current?.(picture)
    answer.current = undefined
  }

  return {
    onImageRequest,
    onPlayer,
    onUpload,
    pictures,
    dialog:
      asked &&
      (asked.sound === undefined ? (
        <MediaPicker
          isForText
          text={asked.text}
          mayWait={mayWait}
          field={field}
          onPick={close}
          onClose={() => close(null)}
        />
      ) : (
        <SoundPicker
          title={asked.sound}
          onPick={(url) => close({ url, alt: soundTitle(pictureName(url)) })}
          onClose={() => close(null)}
        />
      )),
  }
}
