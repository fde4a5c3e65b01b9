import { RotateCcw } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { contrast, hexColor, textContrast } from '#domain/site/colors.ts'
import {
  fontStacks,
  inkOnAccent,
  type Theme,
  type ThemeColor,
  themeColors,
  theme as themeRules,
  tonesOf,
} from '#domain/site/look-settings.ts'
import type { LookFields } from '#domain/site-files.ts'
import { IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { colorLabels } from '../documents/settings-labels.ts'
import { ColorField } from './color-field.tsx'

type Colors = NonNullable<Theme['colors']>

const schemes = ['light', 'dark'] as const
const colorNames = Object.keys(themeColors) as Array<ThemeColor>
const fontNames: Readonly<Record<keyof typeof fontStacks, string>> = {
  bricolage: 'Bricolage Grotesque',
  literata: 'Literata',
  sans: 'Sans serif of the device',
  serif: 'Serif of the device',
  rounded: 'Rounded',
  old_style: 'Old style serif',
  mono: 'Monospaced',
}
const fontChoices = [
  { value: '', label: 'As the site came' },
  ...Object.entries(fontNames).map(([value, label]) => ({ value, label })),
]

/** The colors of both themes with the contrast that they make, and the fonts. */
export function ThemeFields() {
  const { watch, setValue } = useFormContext<LookFields>()
  const theme = watch('theme')
  const tones = tonesOf(readable(theme.colors ?? {}))
  // A color is judged beside the others, so all are checked with every change.
  const problems = colorProblems(theme)

  function setFont(place: 'headings' | 'text', value: string) {
    const { [place]: _, ...fonts } = theme.fonts ?? {}
    const { fonts: __, ...others } = theme
    const chosen = value === '' ? fonts : { ...fonts, [place]: value }
    const next = Object.keys(chosen).length === 0 ? others : ({ ...others, fonts: chosen } as Theme)
    setValue('theme', next, { shouldDirty: true })
  }

  return (
    <div className="grid gap-4">
      <div
        aria-hidden="true"
        className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] gap-3 text-13 text-muted"
      >
        <span>Light theme</span>
        <span>Dark theme</span>
      </div>
      {colorNames.map((name) => (
        <ColorPair key={name} name={name} problem={problems.get(name)} />
      ))}
      <Contrasts tones={tones} />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['headings', 'text'] as const).map((place) => (
          <SelectField
            key={place}
            label={place === 'headings' ? 'Font of headings' : 'Font of texts'}
            options={fontChoices}
            value={theme.fonts?.[place] ?? ''}
            style={{ fontFamily: theme.fonts?.[place] && fontStacks[theme.fonts[place]] }}
            onChange={({ target }) => setFont(place, target.value)}
          />
        ))}
      </div>
    </div>
  )
}

/** A color in both themes. */
function ColorPair({ name, problem }: { name: ThemeColor; problem: string | undefined }) {
  const { watch, setValue } = useFormContext<LookFields>()
  const theme = watch('theme')
  const label = colorLabels[name]
  const given = theme.colors?.[name]
  const shown =
    given === undefined
      ? themeColors[name]
      : typeof given === 'string'
        ? [given, given]
        : [given.light, given.dark]

  function change(colors: Colors) {
    const { colors: _, ...others } = theme
    const next = Object.keys(colors).length === 0 ? others : { ...others, colors }
    setValue('theme', next, { shouldDirty: true })
  }
  function set(at: number, value: string) {
    const [light = '', dark = ''] = shown.map((tone, index) => (index === at ? value : tone))
    change({ ...theme.colors, [name]: light === dark ? light : { light, dark } })
  }
  function unset() {
    const { [name]: _, ...colors } = theme.colors ?? {}
    change(colors)
  }

  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-14 font-semibold">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-center gap-3">
        {schemes.map((scheme, at) => (
          <ColorField
            key={scheme}
            hideLabel
            label={`${label}, ${scheme}`}
            value={shown[at] ?? ''}
            invalid={problem !== undefined}
            onChange={(value) => set(at, value)}
          />
        ))}
        <IconButton
          label={`${label} as the site came`}
          disabled={given === undefined}
          icon={<RotateCcw />}
          onClick={unset}
        />
      </div>
      <FormError>{problem}</FormError>
    </fieldset>
  )
}

const samples: ReadonlyArray<readonly [text: ThemeColor, ground: ThemeColor, label: string]> = [
  ['ink', 'paper', 'Text on the page'],
  ['muted', 'paper', 'Muted text on the page'],
  ['accent-ink', 'surface', 'Links on cards'],
]

/** The contrast of texts in both themes, before anything is saved. */
function Contrasts({ tones }: { tones: ReturnType<typeof tonesOf> }) {
  return (
    <table className="w-full border-t border-line text-start text-14">
      <caption className="sr-only">
        Contrast of texts in both themes; {textContrast} is the least
      </caption>
      <thead>
        <tr>
          <th scope="col" className="pt-3 font-semibold">
            Contrast
          </th>
          {schemes.map((scheme) => (
            <th key={scheme} scope="col" className="pt-3 font-normal text-muted capitalize">
              {scheme}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {samples.map(([text, ground, label]) => (
          <tr key={text}>
            <th scope="row" className="py-1 pe-2 font-normal">
              {label}
            </th>
            {schemes.map((scheme, at) => (
              <Ratio key={scheme} text={tones[text][at] ?? ''} ground={tones[ground][at] ?? ''} />
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1 pe-2 font-normal">
            Buttons
          </th>
          {schemes.map((scheme, at) => (
            <Ratio
              key={scheme}
              text={inkOnAccent(tones.accent[at] ?? '')}
              ground={tones.accent[at] ?? ''}
            />
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Ratio({ text, ground }: { text: string; ground: string }) {
  const ratio = contrast(text, ground)
  return (
    <td className="py-1 align-top whitespace-nowrap tabular-nums">
      <span
        aria-hidden="true"
        className="me-2 inline-grid w-8 gap-0.75 rounded-card border border-line p-1.25 align-middle"
        style={{ background: ground }}
      >
        <span className="h-0.5" style={{ background: text }} />
        <span className="h-0.5 w-2/3" style={{ background: text }} />
      </span>
      {(Math.floor(ratio * 10) / 10).toFixed(1)}
      {ratio < textContrast && <strong className="block text-danger">too low</strong>}
    </td>
  )
}

/** What is wrong with the colors, by their names. */
function colorProblems(given: Theme): ReadonlyMap<unknown, string> {
  const { error } = themeRules.safeParse(given)
  const found = (error?.issues ?? []).filter(({ path }) => path[0] === 'colors')
  return new Map(found.toReversed().map(({ path, message }) => [path[1], message]))
}

/** The colors that can be read, for the sample. */
function readable(colors: Colors): Colors {
  return Object.fromEntries(
    Object.entries(colors).filter(([, color]) =>
      typeof color === 'string'
        ? hexColor.safeParse(color).success
        : color !== undefined &&
          hexColor.safeParse(color.light).success &&
          hexColor.safeParse(color.dark).success,
    ),
  )
}
