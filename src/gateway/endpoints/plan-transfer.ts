import { AbpError, checkModelName } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { ResourceOwners } from "../../storage/index.ts";
import type { UploadPlace } from "../callers/upload-keys.ts";
import type { GatewayContext } from "../context.ts";
import type { PassedJudge } from "../enforcement/passed-judge.ts";
import { PassedTools } from "../enforcement/passed-tools.ts";
import type { Admission } from "../exchange/admission.ts";
import { type IdPlaces, idPlacesOf } from "../id-owners/id-places.ts";
import { MadeIdWatch } from "../id-owners/made-id-watch.ts";
import { checkMessageIds } from "../id-owners/named-ids.ts";
import { idInPath, namedInQuery, uploadInQuery } from "../id-owners/resource-id.ts";
import { isRestricted, NamedResources, resourceFinder } from "../id-owners/resource-ownership.ts";
import type { BodySplice, FirstBytes, TransferPlan } from "../transfer/transfer-plan.ts";
import { checkAccess } from "./endpoint-access.ts";
import { chooseEngine, type EngineChoice, fittingEngines } from "./engine-choice.ts";
import { GatewayAddress } from "./gateway-address.ts";
import { type MessageCheck, MessageRules } from "./message-rules.ts";
import { ModelRights } from "./model-rights.ts";
import { PassedAnswer } from "./passed-answer.ts";
import { RequestReader } from "./request-reader.ts";
import { RequestWatch } from "./request-watch.ts";
import { UploadAddresses } from "./uploads/upload-addresses.ts";
import { bringsWholeFile, UploadedLines } from "./uploads/uploaded-lines.ts";
import { upstreamPlace } from "./upstream-place.ts";

/** What planning a transfer needs of the gateway. */
export type TransferPlanContext = Pick<
  GatewayContext,
  "callers" | "engines" | "router" | "ledgerOf" | "newId" | "report" | "uploadKeys"
>;

/**
 * Plans a call that passes through: its engine, the rights of its key, the ids that it names and makes, and the addresses to
 * replace. Throws `route_not_found`, `access_denied`, `policy_denied`, and `resource_not_found` for an id that is not the key's.
 */
export async function planTransfer(
  context: TransferPlanContext,
  admission: Admission,
  first: FirstBytes | undefined,
  judge: PassedJudge,
): Promise<TransferPlan> {
  const { recognised, caller, head } = admission;
  const passed = recognised.endpoint.passed!;
  const content = context.ledgerOf(caller.tenant).contentOf(caller);
  const owners = content.resourceOwners;
  const places = idPlacesOf(recognised.dialect.accountIds, passed);
  const begun = readFirst(admission, places, first);
  const inPath = await namedInHead(admission, owners);
  const inBody = new NamedResources(owners, caller.endpoints, caller.isMachineOwner);
  for (const named of begun?.named.values() ?? []) inBody.add(named);
  await inBody.lookUp();
  const model = modelInHead(admission) ?? begun?.models[0]?.name;
  const choice = chooseEngine(context, admission, model, inPath.keeper ?? inBody.keeper);
  const { engine } = choice;
  const path = recognised.path.split("?", 1)[0]!;
  checkAccess(passed, caller, engine, path);
  const vendor = fittingEngines(context, recognised).map(({ name }) => name);
  const restricted = isRestricted(caller, engine);
  if (restricted) inPath.check([engine.name]);
  const rights = new ModelRights(context.router, admission, choice, judge);
  if (model !== undefined) rights.check(model);
  else if (passed.isSocket === true && passed.opensWithModel !== true) rights.checkUnnamed();
  // The rest of an upload is the content of a file.
  const checksIds = restricted && passed.continues === undefined;
  const judgesTools = rights.judgesTools && passed.continues === undefined;
  const openTools = () => (judgesTools ? new PassedTools(rights, recognised.dialect, judge) : undefined);
  if (passed.tool !== undefined) openTools()?.checkEndpoint(passed.tool);
  if (checksIds || judgesTools || rights.judgesModels) refuseEncoding(admission);
  // What stands in the first bytes is refused before anything is sent.
  if (checksIds) inBody.check(vendor);
  const address = new GatewayAddress(admission, engine);
  const lines = restricted ? uploadedLines(admission) : undefined;
  return {
    engine,
    ...upstreamPlace(recognised, inPath.addressAt(engine.name), choice.model),
    model,
    upstreamModel: choice.model,
    splice: modelSplice(choice, begun),
    openBodyWatch: (contentType) =>
      new RequestWatch(new RequestReader(passed, places, contentType, lines), {
        checkLines: lines === undefined ? undefined : () => lines.check(resourceFinder(content)),
        owners: checksIds ? owners : undefined,
        groups: caller.endpoints,
        isMachineOwner: caller.isMachineOwner,
        isFree: passed.names === undefined,
        engines: vendor,
        tools: openTools(),
        rights,
        isModelKnown: modelInHead(admission) !== undefined,
        isModelReplaced: choice.model !== undefined && modelInHead(admission) === undefined,
      }),
    openMessageWatch: () =>
      new MessageRules({
        passed,
        tools: openTools(),
        rights,
        isModelKnown: modelInHead(admission) !== undefined,
        checkNames: namesCheck(admission, restricted && !engine.isSimulated ? owners : undefined),
        findMade: restricted ? findMade(context, engine, owners) : undefined,
      }),
    openAnswer: (status, headers) =>
      new PassedAnswer(status, headers, {
        passed,
        engine: engine.name,
        owners,
        address,
        hasReadLines: lines === undefined ? undefined : () => lines.isRead,
        uploads: new UploadAddresses(engine.name, passed, recognised.path, address, context.newId, (id) =>
          uploadKey(context, admission, { parentRun: recognised.parentRun, path, id }),
        ),
        deletes:
          head.method === "DELETE" && recognised.endpoint.path.endsWith("/:id")
            ? idInPath(recognised)
            : undefined,
      }),
  };
}

// Only what is uploaded whole can be read as lines.
function uploadedLines({ head, recognised }: Admission): UploadedLines | undefined {
  const content = recognised.endpoint.passed?.content;
  if (content === undefined) return undefined;
  const isForm = /^multipart\/form-data\b/i.test(findHeader(head.headers, "content-type") ?? "");
  return bringsWholeFile(content, head.headers, isForm) ? new UploadedLines(content) : undefined;
}

// A key that was removed meanwhile begins nothing more.
function uploadKey(
  { callers, uploadKeys }: Pick<TransferPlanContext, "callers" | "uploadKeys">,
  { account, caller }: Admission,
  place: UploadPlace,
): string | undefined {
  const holder = account?.holder ?? callers.holderOf(caller.name);
  return holder === undefined ? undefined : uploadKeys.issue(place, holder);
}

function readFirst(
  { head, recognised }: Admission,
  places: IdPlaces,
  first: FirstBytes | undefined,
): RequestReader | undefined {
  if (first === undefined) return undefined;
  const reader = new RequestReader(
    recognised.endpoint.passed!,
    places,
    findHeader(head.headers, "content-type"),
  );
  reader.push(first.bytes);
  return reader;
}

async function namedInHead(
  { recognised, caller }: Admission,
  owners: ResourceOwners,
): Promise<NamedResources> {
  const named = new NamedResources(owners, caller.endpoints, caller.isMachineOwner);
  // The rest of an upload is named by its own id alone: its path says where the upload began.
  const upload = uploadInQuery(recognised);
  const id = upload ?? idInPath(recognised);
  if (id !== undefined) named.add({ ids: [id], isCertain: true });
  for (const one of namedInQuery(recognised)) named.add(one);
  await named.lookUp();
  return named;
}

/** The model that the path or the query names. Throws `validation_failed` if a query names several, and for a name that is too long. */
function modelInHead({ recognised: { parameters, path } }: Admission): string | undefined {
  const question = path.indexOf("?");
  const inQuery = question === -1 ? [] : new URLSearchParams(path.slice(question + 1)).getAll("model");
  if (inQuery.length > 1)
    throw new AbpError("validation_failed", "the query names the model more than once", { where: "$.model" });
  return (
    parameters["model"] ?? (inQuery[0] === undefined ? undefined : checkModelName(inQuery[0], "$.model"))
  );
}

function namesCheck(admission: Admission, owners: ResourceOwners | undefined): MessageCheck | undefined {
  return owners === undefined ? undefined : (body) => checkMessageIds({ admission, body }, owners);
}

// Such as the handle with which a session can be taken up again.
function findMade(
  { report }: Pick<TransferPlanContext, "report">,
  { name, dialect }: Engine,
  owners: ResourceOwners,
): (data: Buffer) => void {
  const watch = new MadeIdWatch(dialect.accountIds, (id) => {
    void owners
      .keep([{ engine: name, id }])
      .catch((error: unknown) => report("the owner of an id could not be stored", error));
  });
  return (data) => watch.message(data);
}

function modelSplice({ model }: EngineChoice, begun: RequestReader | undefined): BodySplice | undefined {
  const span = begun?.models[0]?.span;
  return model === undefined || span === undefined ? undefined : { ...span, text: JSON.stringify(model) };
}

function refuseEncoding({ head }: Admission): void {
  const encoding = findHeader(head.headers, "content-encoding");
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  throw new AbpError(
    "media_type_unsupported",
    `the body has the content encoding ${JSON.stringify(encoding)}, so that nothing in it can be checked`,
  );
}
