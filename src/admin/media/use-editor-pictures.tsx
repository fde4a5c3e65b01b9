import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { uploadPicture } from '../../api/media.ts'
import { reasonOf } from '../../api/request.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import { ImageDialog } from './image-dialog.tsx'
import { refreshPictures } from './media-queries.ts'
import { problemOfFile } from './picture-file.ts'
import type { UsedPicture } from './use-picture-choice.ts'

/** What `RichTextEditor` needs for pictures: its two properties, and the dialog that is to be rendered beside it. `text` reads what is written. */
export function useEditorPictures(text: () => string): {
  onImageRequest: () => Promise<UsedPicture | null>
  onUpload: (file: File, progress: (part: number) => void) => Promise<{ url: string }>
  dialog: ReactNode
} {
  const queries = useQueryClient()
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
      try {
        const { url } = await uploadPicture(file, { onProgress })
        void refreshPictures(queries)
        return { url }
      } catch (cause) {
        throw new Error(reasonOf(cause) ?? unreachable, { cause })
      }
    },
    [queries],
  )

  function close(picture: UsedPicture | null) {
    setAsked(null)
    answer.current?.(picture)
    answer.current = undefined
  }

  return {
    onImageRequest,
    onUpload,
    dialog: asked && <ImageDialog text={asked.text} onInsert={close} onClose={() => close(null)} />,
  }
}
