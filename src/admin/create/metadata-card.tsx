import { SwitchField } from '../../ui/switch-field.tsx'
import { useDraftParts } from '../editing/draft-context.ts'
import {
  Category,
  Featured,
  ReadTime,
  settingsWords,
  Tags,
  Technique,
} from '../editor/fields/content-settings.tsx'
import { ItemGroup } from '../editor/fields/side-groups.tsx'

/**
 * Group with the metadata fields (specification, section 2); most of them exist for articles only.
 */
export function MetadataCard() {
  const { draft } = useDraftParts()
  return (
    <ItemGroup
      title="Metadata"
      fields={['category', 'tags', 'readTime', 'techniqueLevel', 'abletonVersion', 'featured']}
      words={settingsWords}
    >
      <Category />
      {draft.type === 'articles' ? (
        <>
          <Tags />
          <ReadTime label="Reading Time" />
          <Technique />
          <Featured />
        </>
      ) : (
        <SwitchField
          label="Featured"
          hint="Only articles can be featured."
          disabled
          checked={false}
          readOnly
        />
      )}
    </ItemGroup>
  )
}
