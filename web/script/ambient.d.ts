// What the scripts use and TypeScript's libraries do not declare.

/** GOROOT/lib/wasm/wasm_exec.js, put in place by the site build. It sets globalThis.Go. */
declare module "wasm_exec" {}

declare class Go {
  argv: string[];
  exit: (code: number) => void;
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** What wasm/app finds when it starts in a worker. */
declare var askback: import("./protocol.js").Start;

/** The file system that Go's standard output and error are written to. */
declare var fs: { writeSync(fd: number, bytes: Uint8Array): number };

interface TrustedPolicy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

declare var trustedTypes: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy } | undefined;

/** Not in every browser; see folder.js. */
interface Window {
  showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
}
