// SPDX-License-Identifier: Apache-2.0
// The jobs that tell webhooks and people what happened, and what the API must know of them: the key
// that opens secrets of webhooks, and whether there is a mail server.
#pragma once

#include "core/settings/config.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// Sends a webhook, the claim's subject, what it is to be told by now. Whatever was sent but not
// noted when the job was interrupted is sent again with the same identifier. Throws GaveWay when
// there is more to send after a turn.
void process_delivery(const JobContext& context);

// Makes known the public key that belongs to this pipeline's key file, which is made when absent. A
// key file that cannot be used is logged: this pipeline then opens no secrets.
void publish_event_key(const Config& config, pg::Connection& connection);

// Sends a tenant, the claim's subject, its e-mail that is due. Whatever was sent but not noted when
// the job was interrupted is sent again with the same Message-ID. Throws GaveWay when there is more
// to send after a turn.
void process_emails(const JobContext& context);

// Makes known whether this pipeline has a mail server, which all must have or none.
void publish_mail_server(const Config& config, pg::Connection& connection);

}  // namespace assay::jobs
