import { screens } from '../../tests/browser/screens.ts'
import { rawText } from './sample-files.ts'

/**
 * The name of a picture, the address of its page (or `article` for the editor of the article with a
 * history), and the steps before it is taken (`steps.ts`). A scene with the step `phone` is taken
 * in the small window only.
 */
export type Scene = readonly [name: string, path: string, ...steps: ReadonlyArray<string>]

const editor = 'wait .ProseMirror'
/** Shows the fields beside the text: on a phone, opens their sheet and its groups. */
const details = [
  'maybe role=button[name="Details"]',
  'unfold dialog[open] [data-part="field-group"]',
]
/** The creator without the restored draft of the scene before. */
const creator = [
  'wait role=heading[level=1]',
  'maybe role=button[name="Discard"]',
  'wait role=textbox[name="Raw Content"]',
]
const keep = ['click [data-save]', 'wait text=Kept for reading offline']
const card = 'wait role=link[name=/Open in Editor|Open .* in/]'

/** Every public screen, and what opens in it. */
export const publicScenes: ReadonlyArray<Scene> = [
  // The moving carousel: with reduced motion, which the other pictures use, it stands still.
  ['home', '/', 'motion'],
  ...screens
    .slice(1)
    .map(({ name, path }): Scene => [name === 'search' ? 'search-page' : name, path]),
  [
    'search',
    '/',
    'press Search',
    'fill role=dialog >> role=searchbox = polymeter',
    'wait a[data-hit]',
  ],
  ['download', '/', 'press /Dub Chord MIDI Pack/'],
  ['toast', '/newsletters', 'click main form button', 'wait [data-part="toast"]'],
  [
    'saved-list',
    '/article/warp-modes',
    ...keep,
    'goto /news/4',
    ...keep,
    'goto /article/roar-parallel-saturation',
    ...keep,
    'goto /saved',
    'wait text=Readable offline >> visible=true >> nth=2',
  ],
  ['article-text', '/article/warp-modes', 'scroll .prose h2'],
  ['menu', '/', 'phone', 'click summary'],
]

/** The screens for signed-out visitors. */
export const signedOutScenes = (invitation: string): ReadonlyArray<Scene> => [
  ['admin-login', '/admin/login'],
  ['admin-register', invitation],
]

const tiles = ['wait .tile', 'idle']
const people = 'wait [data-part="subscriber-list"]'

/**
 * The editors of an article with some history (`admin-site.ts`), and of the newest issue of the
 * newsletter.
 */
const article = 'article'
const newestIssue = '/admin/draft-editor?type=newsletters&id=6'

/** Every screen of the admin and its largest dialogs, as an administrator sees them. */
export const adminScenes: ReadonlyArray<Scene> = [
  [
    'admin-dashboard',
    '/admin',
    'wait [data-part="dashboard-state"] figure svg',
    'wait role=heading[name="Remote"]',
  ],
  ['admin-manage', '/admin/manage-content', card],
  [
    'admin-manage-many',
    '/admin/manage-content?status=published&category=mixing',
    card,
    'press Filter',
    'press /Select all/',
    'wait role=region[name="Chosen items"]',
  ],
  ['admin-manage-create', '/admin/manage-content', 'press Create', 'wait $dialog'],
  ['admin-write', '/admin/create-content?write=true', editor],
  ['admin-create', '/admin/create-content', ...creator],
  [
    'admin-create-editing',
    '/admin/create-content',
    ...creator,
    `fill role=textbox[name="Raw Content"] = ${rawText}`,
    'press Analyze & Prepare for Editing',
    editor,
  ],
  ['admin-editor', article, editor],
  [
    'admin-editor-text',
    article,
    editor,
    'select .ProseMirror p',
    'wait [data-part="floating-bar"]',
  ],
  [
    'admin-editor-seo',
    article,
    editor,
    'click role=tab[name="SEO Analysis"]',
    'wait text=SEO score',
  ],
  [
    'admin-editor-history',
    article,
    editor,
    'press History',
    'wait role=link[name="The page as it was"]',
  ],
  [
    'admin-editor-conflict',
    article,
    editor,
    'fill role=textbox[name="Title"] = Warp modes, and when to use which',
    'click .ProseMirror p',
    'key End',
    'type  That is how I do it.',
    'commit',
    'press Save Changes',
    'wait role=dialog[name="Somebody else changed this too"]',
  ],
  ['admin-editor-issue', newestIssue, editor, 'scroll #issue-articles'],
  ['admin-media', '/admin/media', ...tiles],
  ['admin-image-featured', article, editor, ...details, 'press /^(Add|Change) Image$/', ...tiles],
  ['admin-subscribers', '/admin/subscribers', people],
  [
    'admin-subscribers-import',
    '/admin/subscribers',
    people,
    'press Import CSV',
    'wait $dialog',
    'files $dialog >> input[type=file] = ghost',
    'click $dialog >> role=button[name="Preview"]',
    'wait $dialog >> role=button[name="Another file"]',
  ],
  [
    'admin-mail',
    newestIssue,
    editor,
    ...details,
    'view role=region[name="Mail"] >> role=button[name=/^Send to/]',
  ],
  ['admin-downloads', '/admin/downloads', 'wait [data-part="download-row"]'],
  [
    'admin-download-edit',
    '/admin/downloads',
    'wait [data-part="download-row"]',
    'press /^Edit/',
    'wait $dialog',
  ],
  ['admin-site', '/admin/site', 'wait role=textbox[name=/^Tagline/]'],
  ['admin-site-page', '/admin/site?page=about', editor],
  ['admin-import', '/admin/import-newsletter', 'wait role=heading[level=1]'],
  [
    'admin-import-mails',
    '/admin/import-newsletter',
    'wait role=heading[level=1]',
    'files input[type=file] = mails',
    'wait [data-part="import-row"] >> nth=1',
    'scroll main [data-part="import-review"]',
  ],
  [
    'admin-device-waiting',
    article,
    editor,
    'down',
    ...details,
    'fill role=textbox[name="Excerpt"] = Six ways to stretch audio, and one to leave it alone.',
    'maybe role=button[name="Close Details"]',
    'press Save Changes',
    'wait text=Your last change waits on this device.',
    'goto /admin/device',
    'wait .device-list',
  ],
  ['admin-account', '/admin/account'],
  ['admin-users', '/admin/users', 'press Create Invitation'],
]
