import { Controller, useFormContext } from 'react-hook-form'
import { specifiedVocabulary } from '#domain/site/vocabulary.ts'
import type { LookFields } from '#domain/site-files.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { LevelList, type Problems } from './level-list.tsx'

const unset = { value: 'unset', label: 'As the site came' }
const list = { value: 'list', label: 'Those of a list' }
const free = { value: 'free', label: 'Any text' }

/** The levels and versions that articles may have. */
export function WordFields() {
  const { control, watch } = useFormContext<LookFields>()
  // A site about another subject has none of the levels and versions that it came with.
  const came = watch('subject') === 'own' ? null : specifiedVocabulary
  return (
    <Card title="Levels and versions">
      <div className="grid gap-4">
        <Controller
          control={control}
          name="levels"
          render={({ field: { value, onChange }, fieldState }) => (
            <>
              <SelectField
                label="Levels of articles"
                options={[{ ...unset, label: came ? unset.label : 'None' }, list]}
                value={value === null ? 'unset' : 'list'}
                onChange={({ target }) =>
                  onChange(target.value === 'list' ? [...(came?.levels.keys ?? [])] : null)
                }
              />
              {value && (
                <LevelList
                  levels={value}
                  onChange={onChange}
                  problems={fieldState.error as Problems}
                />
              )}
            </>
          )}
        />
        <Controller
          control={control}
          name="versions"
          render={({ field: { value, onChange }, fieldState }) => (
            <>
              <SelectField
                label="Versions that articles name"
                options={[{ ...unset, label: came ? unset.label : 'None' }, list, free]}
                value={value === null ? 'unset' : value === 'free' ? 'free' : 'list'}
                onChange={({ target }) =>
                  onChange(
                    { free: 'free', list: [...(came?.versions.known ?? [])], unset: null }[
                      target.value
                    ],
                  )
                }
              />
              {Array.isArray(value) && (
                <TagField
                  label="Versions"
                  value={value}
                  placeholder="Add a version..."
                  hint="Type a version and press Enter. Another one in a file is shown all the same, and reported."
                  onChange={onChange}
                  error={fieldState.error?.message ?? ''}
                />
              )}
            </>
          )}
        />
      </div>
    </Card>
  )
}
