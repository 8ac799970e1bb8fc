// The messages between the page, its workers and the simulated first-run page.
// Types only: nothing here runs.

/**
 * What the page sends to a worker, once, to start it.
 *
 * @typedef {object} Start
 * @property {WebAssembly.Module} module
 * @property {"host" | "server" | "designer"} role
 * @property {MessagePort} [page]  to the page; whoever drives it has one
 * @property {MessagePort} [link]  between host and server
 * @property {string} base         absolute URL of the site's top, ending in a slash
 * @property {string} language     of the page
 * @property {string} [hash]       where the link leads by which the person came
 * @property {Uint8Array} [memory] what a page before this one kept, see Keep
 * @property {Uint8Array} [files]
 * @property {Record<string, string>} [progress]
 * @property {Record<string, string>} [attempts]
 */

/**
 * What a worker sends to the page (not over a port) when its program is over.
 *
 * @typedef {object} Crash
 * @property {"crash"} type
 * @property {string} text  the end of what the program wrote to standard error
 */

/**
 * What a person did, or what else the page alone knows. Package host lists the actions and what they carry.
 *
 * @typedef {object} Intent
 * @property {"intent"} type
 * @property {number} seq                     1, 2, 3… in the order of sending
 * @property {string} action
 * @property {Record<string, string>} args    data-* attributes of the element, without the prefix
 * @property {[string, string][]} form        name and value of the form's controls, in order
 */

/**
 * A folder that the person chose or dropped, as a copy.
 *
 * @typedef {object} Folder
 * @property {"folder"} type
 * @property {string} paths       of the files, with NULs between them
 * @property {Int32Array} sizes   of the files in bytes; -1 for an empty directory
 * @property {Uint8Array<ArrayBuffer>} bytes  their contents, one after the other
 * @property {number} unread      how many files could not be read
 */

/**
 * New HTML for parts of the page.
 *
 * @typedef {object} Patch
 * @property {"patch"} type
 * @property {(Redrawn | Rearranged)[]} patches
 * @property {number} [seq]       the seq of the last intent that had been handled when this was drawn
 * @property {string} [hash]      where the page is now, for its address
 * @property {Language} [language] the page goes on in, with all of it in patches
 * @property {string} [focus]     id of the element to focus
 * @property {string} [show]      id of the element to scroll to
 * @property {string} [announce]  text for the live region
 */

/**
 * An element drawn anew.
 *
 * @typedef {{id: string, html: string, items?: undefined}} Redrawn
 */

/**
 * A list whose children have changed.
 *
 * @typedef {object} Rearranged
 * @property {string} id
 * @property {undefined} [html]
 * @property {Record<string, string>} items  HTML of the children that are new or look different, by id
 * @property {string} [order]                the ids of all children, between spaces, when it has changed
 */

/**
 * @typedef {object} Language
 * @property {string} tag       for the lang attribute
 * @property {string} title     of the document
 * @property {string} address   of the edition in this language, relative to the one before
 * @property {string} announce  text for the live region
 */

/**
 * The page has drawn a patch, and is ready for the next.
 *
 * @typedef {{type: "drawn"}} Drawn
 */

/**
 * What the browser should keep until the page is loaded again.
 *
 * @typedef {object} Keep
 * @property {"keep"} type
 * @property {Uint8Array} memory          what the person chose
 * @property {Record<string, string>} [progress]  in exercises, by their ids, where another than last time; empty for none
 * @property {Record<string, string>} [attempts]  at exercises, by their ids, where others than last time; empty for none
 * @property {Uint8Array | null} [files]  the files, if others than last time; null for those that the page begins with
 */

/**
 * Something for the course around the page, see web/EMBED.md. The page script adds
 * the version, and by itself only says "resize".
 *
 * @typedef {object} Told
 * @property {"tell"} type
 * @property {{type: string, [name: string]: unknown}} event
 */

/**
 * A file for the person, who asked for it.
 *
 * @typedef {object} Save
 * @property {"save"} type
 * @property {string} name  as it is suggested
 * @property {string} mime
 * @property {string} text
 */

/**
 * The first tools/list has been answered and drawn.
 *
 * @typedef {{type: "ready"}} Ready
 */

/**
 * What the simulated first-run page asks and the host answers, on the
 * BroadcastChannel "askback-connect".
 *
 * @typedef {{token: string, state?: undefined}} ConnectRequest
 * @typedef {{token: string, state: "done" | "expired" | "unknown"}} ConnectReply
 */

export {};
