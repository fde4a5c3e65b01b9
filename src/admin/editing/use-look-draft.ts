import type { ProfileData } from '#domain/site/site-profile.ts'
import { areStartingCategories } from '#domain/site/starting-categories.ts'
import { type LookFields, lookFields, type SiteSettingsAnswer } from '#domain/site-files.ts'
import { useProfileChange } from '../shell/site-facts.ts'
import type { FileDraft } from './file-draft.ts'
import type { StoredFile } from './stored-file.ts'
import { useSiteYamlDraft } from './use-site-draft.ts'

/** The editing session of the keys of `site.yaml` that say what the site is about and how it looks. */
export function useLookDraft(
  loaded: SiteSettingsAnswer,
  stored: StoredFile & { kind: 'settings' },
): FileDraft<LookFields> {
  const changeProfile = useProfileChange()
  return useSiteYamlDraft<LookFields>(loaded, stored, lookFields, (values) => changeProfile(profileOf(values)))
}

/** What the screens of the admin need of the settings. */
function profileOf({ subject, categories, levels, versions, parts, logo }: LookFields): ProfileData {
  return {
    subject,
    parts,
    ...(!areStartingCategories(categories) && { categories }),
    ...(levels && { levels }),
    ...(versions && { versions }),
    ...(logo !== '' && { logo }),
  }
}
