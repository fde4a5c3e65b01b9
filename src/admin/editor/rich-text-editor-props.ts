import type { Ref } from 'react'
import type { Upload } from './uploads.ts'

export interface RichTextEditorHandle {
  /** Hands out what was typed in the last moment, through `onChange`, too. Answers the Markdown as it is now. */
  flush(): string
  focus(): void
}

/** Where pictures are shown from whose address is none that a browser can load. */
export interface PictureSources {
  /** The address for the browser; null for a picture that is not there any more. */
  sourceOf(url: string): string | null
  /** Calls the listener when an answer may be another one. */
  onChange(listener: () => void): () => void
}

export interface RichTextEditorProps {
  /** Markdown. Another one than was handed out takes the place of the document; flush before, or the last second's typing is not in it. */
  value: string
  /** Gets the whole Markdown within a second of an edit, the bytes of everything that was not edited as they were; never without an edit. */
  onChange: (markdown: string) => void
  /** Told when there is an edit that was not handed out yet, and when there is none any more. */
  onHold?: (holds: boolean) => void
  /** The name of the field, shown above it. */
  label: string
  hint?: string
  error?: string
  placeholder?: string
  id?: string
  /** Mod+S. What was typed is handed out before. */
  onSave?: () => void
  onBlur?: () => void
  /** Asks for a picture, in a dialog; null when none was chosen. */
  onImageRequest?: () => Promise<{ url: string; alt: string } | null>
  /** Stores a picture that is pasted or dropped. Without it, files are not taken. */
  onUpload?: Upload
  /** Without it, pictures are shown from their addresses. The same as long as the editor lives. */
  pictures?: PictureSources
  ref?: Ref<RichTextEditorHandle>
}
