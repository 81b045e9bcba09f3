export { boundaryOf, type FormField, MultipartFields } from "./multipart-fields.ts";
