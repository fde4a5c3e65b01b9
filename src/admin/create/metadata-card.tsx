import { Card } from '../../ui/card.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { Category, Featured, ReadTime, Tags, Technique } from '../editor/fields/content-settings.tsx'
import { useDraftParts } from '../item/draft-context.ts'

/** Card with the metadata fields (specification, section 2); most of them exist for articles only. */
export function MetadataCard() {
  const { draft } = useDraftParts()
  return (
    <Card title="Metadata">
      <div className="grid gap-4">
        <Category />
        {draft.type === 'articles' ? (
          <>
            <Tags />
            <ReadTime label="Reading Time" />
            <Technique />
            <Featured />
          </>
        ) : (
          <SwitchField label="Featured" hint="Only articles can be featured." disabled checked={false} readOnly />
        )}
      </div>
    </Card>
  )
}
