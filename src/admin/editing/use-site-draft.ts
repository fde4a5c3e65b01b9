import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { FileKind } from '#domain/document/document-kinds.ts'
import type { ProfileData } from '#domain/site/site-profile.ts'
import { areStartingCategories } from '#domain/site/starting-categories.ts'
import {
  type LookFields,
  lookFields,
  pageFields,
  type SitePage,
  type SiteSettingsAnswer,
} from '#domain/site-files.ts'
import { callKeyOf } from '../../api/admin-call.ts'
import { useProfileChange } from '../shell/site-facts.ts'
import type { StoredFile } from './stored-file.ts'
import type { FileDraft, FileDraftOptions } from './use-file-draft.ts'
import { useFileDraft } from './use-file-draft.ts'
import { usePageList } from './use-page-list.ts'
import { useShowUndoable } from './use-show-undoable.ts'

export interface PageValues {
  title: string
  metaDescription: string
  /** Markdown. */
  content: string
  draft: boolean
}

const pageRules = pageFields.extend({ metaDescription: pageFields.shape.metaDescription.unwrap() })

/** The editing session of a static page. `flush` passes buffered text of the editor to the form. */
export function usePageDraft(
  page: SitePage,
  stored: StoredFile & { kind: 'pages' },
  flush: () => void,
): FileDraft<PageValues> {
  const { show } = usePageList()
  return useUndoable({
    loaded: page,
    stored,
    rules: pageRules,
    flush,
    onAnswer: (saved) => void show(saved),
  })
}

/**
 * The editing session of those keys of `site.yaml` that `rules` names. `onVersion` gets their
 * values after every save and undo.
 */
export function useSiteYamlDraft<Values extends FieldValues>(
  loaded: SiteSettingsAnswer,
  stored: StoredFile & { kind: 'settings' },
  rules: z.ZodObject,
  onVersion?: (values: Values) => void,
): FileDraft<Values> {
  const queries = useQueryClient()
  return useUndoable<Values, 'settings'>({
    loaded,
    stored,
    rules,
    names: Object.keys(rules.shape),
    onAnswer(saved) {
      queries.setQueryData(callKeyOf('GET /api/settings'), saved)
      onVersion?.(saved.settings as unknown as Values)
    },
  })
}

/** A file draft with an Undo button in its toast, which shows the file again as it was. */
function useUndoable<Values extends FieldValues, Kind extends FileKind>(
  options: Omit<FileDraftOptions<Values, Kind>, 'onSaved'>,
): FileDraft<Values> {
  const showUndoable = useShowUndoable()
  const draft: FileDraft<Values> = useFileDraft<Values, Kind>({
    ...options,
    onSaved({ commit }) {
      const message = {
        title: 'Content updated',
        description: 'The item has been successfully updated.',
      }
      showUndoable(message, commit, () => draft.showNewest())
    },
  })
  return draft
}

/**
 * The editing session of the keys of `site.yaml` that say what the site is about and how it looks.
 */
export function useLookDraft(
  loaded: SiteSettingsAnswer,
  stored: StoredFile & { kind: 'settings' },
): FileDraft<LookFields> {
  const changeProfile = useProfileChange()
  return useSiteYamlDraft<LookFields>(loaded, stored, lookFields, (values) =>
    changeProfile(profileOf(values)),
  )
}

/** What the screens of the admin need of the settings. */
function profileOf({
  subject,
  categories,
  levels,
  versions,
  parts,
  logo,
}: LookFields): ProfileData {
  return {
    subject,
    parts,
    ...(!areStartingCategories(categories) && { categories }),
    ...(levels && { levels }),
    ...(versions && { versions }),
    ...(logo !== '' && { logo }),
  }
}
