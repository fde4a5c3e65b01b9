import { isFileKind } from '#domain/document/document-kinds.ts'
import { fileDocuments } from '../documents/file-documents.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { creatorKind, inputKind } from './creator-state.ts'
import { createKind, editedOf, editKind } from './dialog-drafts.ts'
import { waitingCreatorAddress } from './waiting-creator.ts'

/** The address of the screen that goes on with a draft of this browser. */
export function draftAddress({ kind, item }: StoredDraft): string {
  switch (kind) {
    case creatorKind:
      return (
        waitingCreatorAddress(item) ??
        `/admin/create-content?${new URLSearchParams({ draft: item })}`
      )
    case inputKind: {
      const [type, id] = item.split('/')
      const query = {
        edit: 'true',
        contentType: type === 'news' ? 'news' : 'article',
        content: `{"id":${id}}`,
      }
      return `/admin/create-content?${new URLSearchParams(query)}`
    }
    case createKind:
      return `/admin/manage-content?type=${item}&create=1`
    case editKind: {
      const edited = editedOf(item)
      return `/admin/manage-content?type=${edited?.type}&edit=${edited?.id}`
    }
    default:
      if (isFileKind(kind)) return fileDocuments[kind].address(item)
      return `/admin/draft-editor?id=${item}&type=${kind}`
  }
}
