import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { soundTitle } from '#domain/sound.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { uploadMedia } from '../../../api/upload-media.ts'
import { useQueueLost } from '../../editing/use-write.ts'
import { useLocal } from '../../shell/local-provider.tsx'
import { useStoredUpload } from '../../shell/upload-place.ts'
import type { PictureSources } from '../rich-text-editor-props.ts'
import { ImageDialog } from './image-dialog.tsx'
import { refreshPictures } from './media-queries.ts'
import { isSoundFile, problemOfMedium } from './picture-file.ts'
import type { UsedPicture } from './use-picture-choice.ts'
import { uploadEntry } from './use-uploads.ts'

/**
 * The picture properties for `RichTextEditor`, and the dialog to render beside it. `text` returns
 * the current text. `mayWait`: the save of the text can wait in this device's queue, so its
 * pictures can too; `field` is the name of the text in the screen's draft.
 */
export function useEditorPictures(
  text: () => string,
  { mayWait = false, field }: { mayWait?: boolean; field?: string } = {},
): {
  onImageRequest: () => Promise<UsedPicture | null>
  onUpload: (file: File, progress: (part: number) => void) => Promise<{ url: string; alt?: string }>
  pictures: PictureSources
  dialog: ReactNode
} {
  const queries = useQueryClient()
  const { pictures } = useLocal()
  const queueLost = useQueueLost()
  const stored = useStoredUpload(field)
  const latest = useRef({ queueLost, stored })
  latest.current = { queueLost, stored }
  const [asked, setAsked] = useState<{ text: string } | null>(null)
  const read = useRef(text)
  read.current = text
  const answer = useRef<(picture: UsedPicture | null) => void>(undefined)

  const onImageRequest = useCallback(() => {
    answer.current?.(null)
    setAsked({ text: read.current() })
    return new Promise<UsedPicture | null>((resolve) => {
      answer.current = resolve
    })
  }, [])

  const onUpload = useCallback(
    async (file: File, onProgress: (part: number) => void) => {
      const problem = problemOfMedium(file)
      if (problem) throw new Error(problem)
      const key = newIdempotencyKey()
      const alt = isSoundFile(file) ? soundTitle(file.name) : ''
      return latest.current.stored({ key, file, alt }, async () => {
        try {
          const { url } = await uploadMedia({ form: { file }, onProgress, key })
          void refreshPictures(queries)
          return { url, alt }
        } catch (cause) {
          const waits = mayWait && (await latest.current.queueLost(cause, uploadEntry(key, file)))
          if (waits) return { url: waitingAddress(key), alt }
          throw new Error(messageOf(cause), { cause })
        }
      })
    },
    [queries, mayWait],
  )

  function close(picture: UsedPicture | null) {
    setAsked(null)
    answer.current?.(picture)
    answer.current = undefined
  }

  return {
    onImageRequest,
    onUpload,
    pictures,
    dialog: asked && (
      <ImageDialog
        text={asked.text}
        mayWait={mayWait}
        field={field}
        onInsert={close}
        onClose={() => close(null)}
      />
    ),
  }
}
