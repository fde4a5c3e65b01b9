import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { newIdempotencyKey } from '../../../api/admin-request.ts'
import { reasonOf } from '../../../api/request.ts'
import { useSendLater } from '../../item/use-send-later.ts'
import { useLocal } from '../../offline/local-provider.tsx'
import { useBegunUpload } from '../../offline/upload-place.ts'
import { unreachable } from '../../shell/sign-in-rules.ts'
import type { PictureSources } from '../rich-text-editor-props.ts'
import { ImageDialog } from './image-dialog.tsx'
import { refreshPictures } from './media-queries.ts'
import { problemOfFile } from './picture-file.ts'
import type { UsedPicture } from './use-picture-choice.ts'
import { uploadEntry } from './use-uploads.ts'

/**
 * The picture properties for `RichTextEditor`, and the dialog to render beside it. `text` returns the current text.
 * `mayWait`: the save of the text can wait in this device's queue, so its pictures can too; `field` is the name of
 * the text in the screen's draft.
 */
export function useEditorPictures(
  text: () => string,
  { mayWait = false, field }: { mayWait?: boolean; field?: string } = {},
): {
  onImageRequest: () => Promise<UsedPicture | null>
  onUpload: (file: File, progress: (part: number) => void) => Promise<{ url: string }>
  pictures: PictureSources
  dialog: ReactNode
} {
  const queries = useQueryClient()
  const { pictures } = useLocal()
  const { sendLater } = useSendLater()
  const begun = useBegunUpload(field)
  const latest = useRef({ sendLater, begun })
  latest.current = { sendLater, begun }
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
      const problem = problemOfFile(file)
      if (problem) throw new Error(problem)
      const key = newIdempotencyKey()
      return latest.current.begun({ key, file, alt: '' }, async () => {
        try {
          const { url } = await adminCall('POST /api/media', { form: { file }, onProgress, key })
          void refreshPictures(queries)
          return { url }
        } catch (cause) {
          const waits = mayWait && (await latest.current.sendLater(cause, uploadEntry(key, file)))
          if (waits) return { url: waitingAddress(key) }
          throw new Error(reasonOf(cause) ?? unreachable, { cause })
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
      <ImageDialog text={asked.text} mayWait={mayWait} field={field} onInsert={close} onClose={() => close(null)} />
    ),
  }
}
