import type { Ref } from 'react'
import type { Opening } from '#domain/opening.ts'
import type { Snippets } from '../editing/use-snippets.ts'
import type { LinkSource } from './links/link-source.ts'
import type { Upload } from './uploads.ts'

export interface RichTextEditorHandle {
  /** Emits pending text through `onChange` as well. Returns the current Markdown. */
  flush(): string
  /** Puts the caret into the text, once the editor has opened. */
  focus(): void
  /**
   * Puts the caret at the end of the text and types white space there, which Markdown leaves out at
   * its end.
   */
  goOn(space: string): void
}

/** Maps picture addresses that a browser cannot load. */
export interface PictureSources {
  /** The address for the browser; null for a picture that no longer exists. */
  sourceOf(url: string): string | null
  /** Registers a listener for changed answers; returns the function that removes it. */
  onChange(listener: () => void): () => void
}

export interface RichTextEditorProps {
  /**
   * Markdown. A value that was not emitted through `onChange` replaces the document; call `flush`
   * first to keep the last second of typing.
   */
  value: string
  /**
   * Called with the whole Markdown within a second after an edit; unedited parts keep their bytes.
   * Never called without an edit. The caller sets `value` before it returns, as for a controlled
   * input of React.
   */
  onChange: (markdown: string) => void
  /** Called with true when an edit is pending, and with false when none is. */
  onPendingChange?: (pending: boolean) => void
  /** The visible name of the field. */
  label: string
  /**
   * Part of a page: no frame of its own, its name only for screen readers, the number of words
   * below.
   */
  isPage?: boolean
  /** Where the caret is when the editor opens. */
  opening?: Opening
  /** Called when the text can be edited. */
  onOpen?: () => void
  hint?: string
  error?: string
  placeholder?: string
  id?: string
  /** Called for Mod+S, after pending text was emitted. */
  onSave?: () => void
  onBlur?: () => void
  /** Called with the paragraph that the caret is in, counted from 1. */
  onCaret?: (paragraph: number) => void
  /**
   * Asks for a picture in a dialog, or with a title of the dialog for a sound; null when none was
   * chosen.
   */
  onImageRequest?: (sound?: string) => Promise<{ url: string; alt: string } | null>
  /** Renders the player of the page for sounds in Markdown, as HTML. */
  onPlayer?: (sounds: string) => Promise<string>
  /** Stores a pasted or dropped picture. Without it, files are ignored. */
  onUpload?: Upload
  /** Finds and checks links to pages of this site. Without it, links are addresses. */
  links?: LinkSource
  /** Takes a value of a field that was made from the text. Without it, none is offered. */
  onTake?: (field: 'title' | 'excerpt', text: string) => void
  /** What the slash menu offers beside blocks, and where selected text is stored for it. */
  snippets?: Snippets
  /**
   * Without it, pictures are loaded from their addresses. Must not change during the life of the
   * editor.
   */
  pictures?: PictureSources
  ref?: Ref<RichTextEditorHandle>
}
