// SPDX-License-Identifier: Apache-2.0
// Reads labelled corpora: JSON standards with Markdown procedures, and CSV links of text files.
#include "bench/retrieval/corpora.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "core/json/json.hpp"
#include "core/json/utf8.hpp"

namespace assay::bench {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return utf8::storable(std::string(std::istreambuf_iterator<char>(in), {}));
}

// Headings by '#', a block per paragraph: enough for these files.
std::vector<Page> markdown_pages(const std::string& markdown) {
  Page page;
  std::size_t start = 0;
  std::string block;
  std::size_t points = 0;
  const auto close = [&] {
    if (block.empty()) return;
    const std::size_t level = std::min(block.find_first_not_of('#'), block.size());
    const bool heading = level > 0 && level < block.size() && block[level] == ' ';
    if (heading) block.erase(0, level + 1);
    const std::size_t length = utf8::length(block);
    page.blocks.push_back({heading ? BlockKind::Heading : BlockKind::Paragraph,
                           heading ? static_cast<int>(level) : 0, points, points + length});
    page.text += block + "\n";
    points += length + 1;
    block.clear();
  };
  while (start < markdown.size()) {
    const std::size_t end = std::min(markdown.find('\n', start), markdown.size());
    const std::string line = markdown.substr(start, end - start);
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (blank || line.starts_with('#')) close();
    if (!blank) block += (block.empty() ? "" : "\n") + line;
    if (line.starts_with('#')) close();
    start = end + 1;
  }
  close();
  return {page};
}

std::vector<LabelledDocument> read_folder(const fs::path& folder) {
  std::vector<LabelledDocument> out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    out.push_back({name.substr(0, name.find('.')), markdown_pages(read_text(entry.path()))});
  }
  std::ranges::sort(out, {}, &LabelledDocument::name);
  return out;
}

void add_needs(const Json& item, const std::string& criterion, const std::set<std::string>& names,
               std::vector<Need>& out) {
  Need need;
  need.criterion = criterion;
  const std::string title = item.get("title").as_string().value_or("");
  const std::string summary = item.get("summary").as_string().value_or("");
  need.title = title.empty() || summary.empty() ? title + summary : title + ". " + summary;
  const Json mapped = item.get("mappedControls");
  for (std::size_t i = 0; i < mapped.size(); ++i) {
    const std::string name = mapped.at(i).as_string().value_or("");
    if (names.contains(name)) need.relevant.insert(name);
  }
  if (!need.relevant.empty()) out.push_back(std::move(need));
}

}  // namespace

LabelledCorpus read_jupiterone(const fs::path& data) {
  LabelledCorpus corpus{"JupiterOne", read_folder(data / "evidence/jupiterone/procedures"), {}};
  std::set<std::string> names;
  for (const auto& document : corpus.documents) names.insert(document.name);
  for (const char* file : {"hipaa.json", "nist-csf-v1.1.json", "cmmc-ml1.json"}) {
    const auto json = Json::parse(read_text(data / "labels/jupiterone" / file));
    if (!json) throw std::runtime_error(std::string("not JSON: ") + file);
    const Json groups = json->has("sections") ? json->get("sections") : json->get("domains");
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Json group = groups.at(g);
      const Json items =
          group.has("requirements") ? group.get("requirements") : group.get("controls");
      const std::string criterion = group.get("title").as_string().value_or("");
      for (std::size_t i = 0; i < items.size(); ++i) {
        add_needs(items.at(i), criterion, names, corpus.needs);
      }
    }
  }
  return corpus;
}

LabelledCorpus read_req_trace(const fs::path& data, const std::string& project) {
  const fs::path folder = data / "labels/req-trace" / project;
  LabelledCorpus corpus{"req-trace " + project, read_folder(folder / "low"), {}};
  std::map<std::string, std::set<std::string>> links;
  std::ifstream csv(folder / "answer.csv");
  std::string line;
  std::getline(csv, line);  // the header
  while (std::getline(csv, line)) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    const std::size_t comma = line.find(',');
    if (comma != std::string::npos) {
      links[line.substr(0, comma)].insert(line.substr(comma + 1));
    }
  }
  for (const auto& entry : fs::directory_iterator(folder / "high")) {
    const std::string name = entry.path().filename().string();
    const auto found = links.find(name.substr(0, name.find('.')));
    if (found != links.end()) {
      corpus.needs.push_back({"", read_text(entry.path()), found->second});
    }
  }
  std::ranges::sort(corpus.needs, {}, &Need::title);
  return corpus;
}

}  // namespace assay::bench
