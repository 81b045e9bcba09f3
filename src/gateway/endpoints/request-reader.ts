import { AbpError, checkModelName, modelNameTooLong } from "../../contract/index.ts";
import type { NamedId, PassedEndpoint } from "../../dialects/index.ts";
import { boundaryOf, type JsonText, JsonTexts, MultipartFields } from "../../lib/index.ts";
import { formPath, type IdPlaces } from "../id-owners/id-places.ts";
import { refuseLong } from "../id-owners/named-ids.ts";
import type { UploadedLines } from "./uploads/uploaded-lines.ts";

/** The most different things that one body may name. */
const MAX_NAMED = 10_000;
const MODEL: readonly (readonly string[])[] = [["model"]];

/** A model that a body names. */
export interface NamedModel {
  readonly name: string;
  /** A path such as `$.model`. */
  readonly where: string;
  /** Where it stands in the bytes of a JSON body, with its quotes. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

/** Reads the models and the ids that a body names, as its bytes arrive. */
export class RequestReader {
  readonly #passed: PassedEndpoint;
  readonly #places: IdPlaces;
  readonly #texts: JsonTexts | undefined;
  readonly #fields: MultipartFields | undefined;
  readonly #lines: Pick<UploadedLines, "push"> | undefined;
  readonly #isForm: boolean;
  readonly #isJson: boolean;
  readonly models: NamedModel[] = [];
  /** The things, by the likeliest form of their ids. */
  readonly named = new Map<string, NamedId>();
  #hasBytes = false;

  /** `lines` reads the content of a file: that of a form, or the whole body. */
  constructor(
    passed: PassedEndpoint,
    places: IdPlaces,
    contentType: string | undefined,
    lines?: Pick<UploadedLines, "push">,
  ) {
    this.#passed = passed;
    this.#places = places;
    this.#isJson = /\bjson\b/i.test(contentType ?? "");
    this.#isForm = /^multipart\//i.test(contentType ?? "");
    const boundary = this.#isForm ? boundaryOf(contentType!) : undefined;
    if (boundary !== undefined) {
      this.#fields = new MultipartFields(boundary, ({ name, value }) => this.#field(name, value), {
        onLongField: (name) => {
          if (name === "model") throw modelNameTooLong("$.model");
        },
        ...(lines === undefined ? {} : { onFile: (bytes) => lines.push(bytes) }),
      });
    }
    if (!this.#isForm) this.#lines = lines;
    if (!this.#isForm) {
      this.#texts = new JsonTexts(
        (path) => this.#isModel(path) || places.kindAt(path) !== undefined,
        (text) => this.#text(text),
        (path) => {
          if (this.#isModel(path)) throw modelNameTooLong(`$.${path.join(".")}`);
          refuseLong(places, path);
        },
      );
    }
  }

  push(chunk: Uint8Array): void {
    if (chunk.length > 0) this.#hasBytes = true;
    this.#texts?.push(chunk);
    this.#fields?.push(chunk);
    this.#lines?.push(chunk);
  }

  /**
   * Throws if another reader may find other models or ids in the body: `input_invalid_json` for JSON that is not plain, and
   * `media_type_unsupported` for a form or another format that cannot be read. If the body may be of any kind (`isFree`), such
   * as that of a file, only a form and a body that says or shows that it is JSON has to be read.
   */
  checkReadable(isFree = false): void {
    if (!this.#hasBytes) return;
    if (this.#isForm) {
      if (this.#fields === undefined || this.#fields.isDoubtful || !this.#fields.hasEnded) {
        throw new AbpError("media_type_unsupported", "the form is not one that can be read without doubt", {
          advice: "Send `multipart/form-data` with one boundary, and one name in quotes for each part.",
        });
      }
      return;
    }
    if (this.#texts?.isDocument !== true) {
      if (isFree && !this.#isJson) return;
      throw new AbpError("media_type_unsupported", "the body is neither JSON nor a form", {
        advice:
          "Send `application/json` or `multipart/form-data`: this endpoint's body names things of an account.",
      });
    }
    if (this.#texts.isLenient)
      throw new AbpError("input_invalid_json", "the body is JSON that not every reader understands alike");
  }

  #isModel(path: readonly string[]): boolean {
    return isOneOf(this.#passed.models ?? MODEL, path);
  }

  #text({ value, path, start, end }: JsonText): void {
    if (this.#isModel(path)) this.#model(value, `$.${path.join(".")}`, { start, end });
    this.#name(path, value);
  }

  #field(name: string, value: string): void {
    if (name === "model") this.#model(value, "$.model", undefined);
    this.#name(formPath(name), value);
  }

  #model(value: string, where: string, span: NamedModel["span"]): void {
    const name = checkModelName(modelName(value), where);
    if (!this.models.some((one) => one.name === name)) this.models.push({ name, where, span });
    if (this.models.length > MAX_NAMED) throw tooMany();
  }

  #name(path: readonly string[], value: string): void {
    const named = this.#places.read(path, value);
    if (named === undefined) return;
    const key = named.ids[0] ?? "";
    if (named.isCertain || !this.named.has(key)) this.named.set(key, named);
    if (this.named.size > MAX_NAMED) throw tooMany();
  }
}

/** Whether a path is one of those that an endpoint lists. */
export function isOneOf(paths: readonly (readonly string[])[], path: readonly string[]): boolean {
  return paths.some((one) => one.length === path.length && one.every((name, at) => name === path[at]));
}

/** The name of a model, which some vendors write with its kind before it. */
export function modelName(value: string): string {
  return value.replace(/^models\//, "");
}

function tooMany(): AbpError {
  return new AbpError("input_too_large", `the body names more than ${MAX_NAMED} things of the account`);
}
